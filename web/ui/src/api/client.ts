import type { UserData } from './types';

/** An error in words, fit to be shown. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** The HTTP status, 0 where no answer came. */
    readonly status: number,
    /** The JSON-RPC code, 0 for other requests. */
    readonly code = 0,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/** What to say of anything that was thrown. */
export function inWords(error: unknown): string {
  if (error instanceof ApiError) {
    return error.message;
  }
  return error instanceof Error ? error.message : String(error);
}

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export type Query = Record<string, string | number | boolean | undefined>;

/** Appends the set parameters to a path. */
export function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') {
      parameters.set(key, String(value));
    }
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

interface RpcAnswer {
  result?: unknown;
  error?: { code: number; message: string; data: string };
}

/** Talks to the server: the JSON-RPC API, and what the page reads besides. Holds the token. */
export class Client {
  private token = '';
  private nextId = 1;
  private onExpired: () => void = () => undefined;

  constructor(private readonly fetch: Fetch) {}

  /** The token to send; empty: nobody is logged in. */
  useToken(token: string): void {
    this.token = token;
  }

  /** Is called when the server no longer knows the token. */
  whenExpired(listener: () => void): void {
    this.onExpired = listener;
  }

  async login(username: string, password: string): Promise<UserData> {
    const user = await this.rpc<UserData>('user.login', { username, password, userData: true });
    this.token = user.sessionid;
    return user;
  }

  async logout(): Promise<void> {
    try {
      await this.rpc('user.logout', []);
    } finally {
      this.token = '';
    }
  }

  /** Calls a method of the JSON-RPC API. */
  async rpc<T>(method: string, params: unknown, signal?: AbortSignal): Promise<T> {
    const response = await this.send('/api_jsonrpc.php', {
      method: 'POST',
      headers: { ...this.headers(), 'Content-Type': 'application/json-rpc' },
      body: JSON.stringify({ jsonrpc: '2.0', method, params, id: this.nextId++ }),
      signal: signal ?? null,
    });
    const answer = await body<RpcAnswer>(response);
    if (answer.error) {
      const { code, message, data } = answer.error;
      if (/session terminated|not authori[sz]ed/i.test(data) && method !== 'user.login') {
        this.expire();
      }
      throw new ApiError(data || message, response.status, code);
    }
    return answer.result as T;
  }

  /** Reads one of the page's own addresses. */
  async read<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
    const response = await this.send(withQuery(path, query), {
      headers: this.headers(),
      signal: signal ?? null,
    });
    return body<T>(response);
  }

  /** Opens a stream of server-sent events. */
  async stream(
    path: string,
    query: Query,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const response = await this.send(withQuery(path, query), {
      headers: { ...this.headers(), Accept: 'text/event-stream' },
      signal,
    });
    if (!response.body) {
      throw new ApiError('The server sent an empty stream.', response.status);
    }
    return response.body;
  }

  private headers(): Record<string, string> {
    return this.token === '' ? {} : { Authorization: `Bearer ${this.token}` };
  }

  private async send(url: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await this.fetch(url, { ...init, cache: 'no-store' });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') {
        throw error;
      }
      throw new ApiError('The server does not answer. Is it running?', 0);
    }
    if (response.ok) {
      return response;
    }
    if (response.status === 401) {
      this.expire();
    }
    throw new ApiError(await errorText(response), response.status);
  }

  private expire(): void {
    if (this.token !== '') {
      this.token = '';
      this.onExpired();
    }
  }
}

async function body<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') {
      throw error;
    }
    throw new ApiError('The server sent an answer that is not JSON.', response.status);
  }
}

async function errorText(response: Response): Promise<string> {
  const fallback = `The server answered with status ${response.status}.`;
  try {
    const answer = (await response.json()) as { error?: unknown };
    const error = answer.error;
    if (typeof error === 'string') {
      return error;
    }
    if (error && typeof error === 'object' && 'data' in error && typeof error.data === 'string') {
      return error.data;
    }
    return fallback;
  } catch {
    return fallback;
  }
}

export const client = new Client((url, init) => fetch(url, init));
