import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { inWords } from '../api/client';
import { Logo } from '../parts/Icons';
import { session } from '../session';

export function LoginPage({ reason }: { reason: string }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    document.title = 'Log in · Zonda';
  }, []);

  const login = async () => {
    setBusy(true);
    setError('');
    try {
      await session.login(username, password);
    } catch (failure) {
      setError(inWords(failure));
      setBusy(false);
    }
  };

  return (
    <main className="login">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void login();
        }}
      >
        <div style={{ display: 'flex', alignItems: 'center', gap: 11, marginBottom: 4 }}>
          <Logo size={34} />
          <div>
            <div style={{ fontSize: 18, fontWeight: 650, lineHeight: 1.2 }}>Zonda</div>
            <div className="dim" style={{ fontSize: 12 }}>
              Monitoring
            </div>
          </div>
        </div>
        {reason !== '' && error === '' && <div className="dim">{reason}</div>}
        {error !== '' && (
          <div className="errornote" role="alert" style={{ margin: 0 }}>
            {error}
          </div>
        )}
        <TextInput
          size="sm"
          label="User name"
          name="username"
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          size="sm"
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" loading={busy} mt={4}>
          Log in
        </Button>
      </form>
    </main>
  );
}
