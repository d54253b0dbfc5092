import { ActionIcon, Menu, Modal, TextInput, Tooltip, useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { clock } from './format/time';
import { SEVERITY_CODES, severityName } from './format/severity';
import { compact } from './format/units';
import { live, useLiveStatus, useNow, useProblemCounts, usePulse } from './live/hooks';
import { Icon, type IconName, Logo } from './parts/Icons';
import { GraphPage } from './pages/GraphPage';
import { HealthPage } from './pages/HealthPage';
import { HostsPage } from './pages/HostsPage';
import { LatestPage } from './pages/LatestPage';
import { LoginPage } from './pages/LoginPage';
import { OverviewPage } from './pages/OverviewPage';
import { PreprocessingPage } from './pages/PreprocessingPage';
import { ProblemsPage } from './pages/ProblemsPage';
import { session } from './session';

interface Place {
  path: string;
  label: string;
  icon: IconName;
  key: string;
}

const PLACES: readonly Place[] = [
  { path: '/', label: 'Overview', icon: 'overview', key: 'o' },
  { path: '/problems', label: 'Problems', icon: 'problems', key: 'p' },
  { path: '/latest', label: 'Latest data', icon: 'latest', key: 'l' },
  { path: '/graph', label: 'Graph', icon: 'graph', key: 'g' },
  { path: '/hosts', label: 'Hosts', icon: 'hosts', key: 'h' },
  { path: '/preprocessing', label: 'Try steps', icon: 'steps', key: 't' },
  { path: '/health', label: 'Server health', icon: 'health', key: 's' },
];

export function App() {
  const user = useSyncExternalStore(session.subscribe, () => session.user);
  useEffect(() => {
    if (user) {
      live.start();
    }
  }, [user]);
  return user ? <Frame username={user.username} /> : <LoginPage reason={session.reason} />;
}

function Frame({ username }: { username: string }) {
  const search = useRef<HTMLInputElement>(null);
  const [help, setHelp] = useState(false);
  useKeys(search, () => setHelp(true));
  return (
    <div className="frame">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <Link href="/" className="brand">
        <Logo />
        <span>Zonda</span>
      </Link>
      <div className="topbar">
        <Search inputRef={search} />
        <span className="grow" />
        <LiveState />
        <SchemeButton />
        <UserMenu username={username} onHelp={() => setHelp(true)} />
      </div>
      <Navigation />
      <main className="main">
        <Banner />
        <Switch>
          <Route path="/" component={OverviewPage} />
          <Route path="/problems" component={ProblemsPage} />
          <Route path="/latest" component={LatestPage} />
          <Route path="/graph" component={GraphPage} />
          <Route path="/hosts" component={HostsPage} />
          <Route path="/preprocessing" component={PreprocessingPage} />
          <Route path="/health" component={HealthPage} />
          <Route>
            <Redirect to="/" />
          </Route>
        </Switch>
      </main>
      <Help opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}

function Navigation() {
  const [location] = useLocation();
  const problems = useProblemCounts();
  const open = problems?.counts.reduce((sum, count) => sum + count, 0) ?? 0;
  const worst = SEVERITY_CODES.find((code) => (problems?.counts[code] ?? 0) > 0) ?? 0;
  return (
    <nav className="nav" aria-label="Pages">
      {PLACES.map(({ path, label, icon }) => (
        <Link
          key={path}
          href={path}
          aria-current={location === path ? 'page' : undefined}
          title={label}
        >
          <Icon name={icon} />
          <span>{label}</span>
          {path === '/problems' && open > 0 && (
            <span
              className="count num"
              style={{ background: `var(--z-sev-${worst})` }}
              title={`${open} open, the worst: ${severityName(worst)}`}
            >
              {open > 999 ? '999+' : open}
            </span>
          )}
        </Link>
      ))}
      <span className="foot">
        <kbd>/</kbd> search &nbsp; <kbd>?</kbd> keys
      </span>
    </nav>
  );
}

function Search({ inputRef }: { inputRef: React.RefObject<HTMLInputElement | null> }) {
  const [text, setText] = useState('');
  const [, navigate] = useLocation();
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(`/latest?search=${encodeURIComponent(text.trim())}`);
        inputRef.current?.blur();
        setText('');
      }}
    >
      <TextInput
        ref={inputRef}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        placeholder="Search hosts and items"
        aria-label="Search hosts and items"
        leftSection={<Icon name="search" size={15} />}
        rightSection={<kbd>/</kbd>}
        w={270}
      />
    </form>
  );
}

const STATUS_WORDS = {
  off: 'Not connected',
  connecting: 'Connecting …',
  live: 'Live',
  broken: 'Connection lost, trying again',
} as const;

function LiveState() {
  const status = useLiveStatus();
  const pulse = usePulse();
  const now = useNow(1_000);
  return (
    <>
      {pulse && (
        <span className="live num" title="Values that the server takes in per second">
          {compact(pulse.values_per_s)} values/s
        </span>
      )}
      <span className="live" role="status" data-testid="live-status">
        <span className={`dot ${status}`} />
        {STATUS_WORDS[status]}
      </span>
      <span className="live num">{clock(now)}</span>
    </>
  );
}

function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const dark = colorScheme !== 'light';
  const label = dark ? 'Light scheme' : 'Dark scheme';
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      >
        <Icon name={dark ? 'sun' : 'moon'} />
      </ActionIcon>
    </Tooltip>
  );
}

function UserMenu({ username, onHelp }: { username: string; onHelp: () => void }) {
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`User ${username}`}>
          <Icon name="user" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{username}</Menu.Label>
        <Menu.Item onClick={onHelp}>Keyboard</Menu.Item>
        <Menu.Item component="a" href="/licenses.md" target="_blank" rel="noreferrer">
          Licences
        </Menu.Item>
        <Menu.Item onClick={() => void session.logout()}>Log out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Says on every page that values do not reach the disk, or that the page is cut off. */
function Banner() {
  const pulse = usePulse();
  const status = useLiveStatus();
  if (pulse && pulse.log !== 'writing') {
    const what = pulse.log === 'disk_full' ? 'No room on the disk:' : 'The disk fails:';
    return (
      <div className="banner" role="alert" data-testid="disk-banner">
        <Icon name="disk" />
        <span>
          {what} {pulse.message === '' ? 'new values are not accepted.' : pulse.message}
        </span>
      </div>
    );
  }
  if (status === 'broken') {
    return (
      <div className="banner warn" role="alert">
        <Icon name="problems" />
        <span>The server does not answer; what you see is from before. Trying again …</span>
      </div>
    );
  }
  return null;
}

function Help({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const keys: [string, string][] = [
    ['/', 'Search hosts and items'],
    ...PLACES.map(({ key, label }): [string, string] => [`g ${key}`, label]),
    ['← →', 'Graph: move in time'],
    ['+ −', 'Graph: zoom'],
    ['0', 'Graph: back to live'],
    ['?', 'This list'],
  ];
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard" size="xs">
      <table className="z">
        <tbody>
          {keys.map(([key, what]) => (
            <tr key={key}>
              <td className="shrink">
                <kbd>{key}</kbd>
              </td>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}

/** `/` searches, `?` helps, `g` and a letter go to a page. */
function useKeys(search: React.RefObject<HTMLInputElement | null>, help: () => void): void {
  const [, navigate] = useLocation();
  const going = useRef(0);
  const onHelp = useRef(help);
  useEffect(() => {
    onHelp.current = help;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const typing = target.closest('input, textarea, select, [contenteditable], [role=dialog]');
      if (typing || event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      if (Date.now() - going.current < 1_200) {
        going.current = 0;
        const place = PLACES.find((each) => each.key === event.key);
        if (place) {
          navigate(place.path);
        }
        return;
      }
      if (event.key === '/') {
        event.preventDefault();
        search.current?.focus();
      } else if (event.key === '?') {
        onHelp.current();
      } else if (event.key === 'g') {
        going.current = Date.now();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, search]);
}
