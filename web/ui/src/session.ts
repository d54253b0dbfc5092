import { client } from './api/client';
import type { UserData } from './api/types';
import { live } from './live/hooks';

const KEY = 'zonda-session';

/** Who is logged in on this tab. The token lives in the tab's own storage, never in a cookie. */
class Session {
  user: UserData | undefined;
  /** Why the page asks for a login again; empty where nobody was logged in. */
  reason = '';
  private readonly listeners = new Set<() => void>();

  constructor() {
    const kept = sessionStorage.getItem(KEY);
    if (kept !== null) {
      this.user = JSON.parse(kept) as UserData;
      client.useToken(this.user.sessionid);
    }
    client.whenExpired(() => this.end('Your session has ended. Please log in again.'));
  }

  async login(username: string, password: string): Promise<void> {
    this.user = await client.login(username, password);
    this.reason = '';
    sessionStorage.setItem(KEY, JSON.stringify(this.user));
    this.tell();
  }

  async logout(): Promise<void> {
    try {
      await client.logout();
    } catch {
      // The server may be away; this tab forgets the token all the same.
    }
    this.end('');
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private end(reason: string): void {
    live.stop();
    this.user = undefined;
    this.reason = reason;
    sessionStorage.removeItem(KEY);
    this.tell();
  }

  private tell(): void {
    for (const listener of [...this.listeners]) {
      listener();
    }
  }
}

export const session = new Session();
