import { describe, expect, it } from 'vitest';
import { ApiError, Client, inWords, withQuery } from './client';

interface Sent {
  url: string;
  init: RequestInit | undefined;
}

/** A client whose server answers what it is given, and what was sent to it. */
function clientWith(...answers: (() => Response)[]): { client: Client; sent: Sent[] } {
  const sent: Sent[] = [];
  const client = new Client((url, init) => {
    sent.push({ url, init });
    const answer = answers.shift();
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('fetch failed'));
  });
  return { client, sent };
}

function json(body: unknown, status = 200): () => Response {
  return () => new Response(JSON.stringify(body), { status });
}

const USER = { userid: '1', username: 'Admin', name: '', surname: '', sessionid: 'secret' };

describe('the client', () => {
  it('sends the token in the header once logged in', async () => {
    const { client, sent } = clientWith(json({ result: USER }), json({ items: [] }));
    await client.login('Admin', 'zonda');
    await client.read('/api/latest', { search: 'a b', limit: 5, hostid: '' });
    expect(sent[0]?.init?.headers).not.toHaveProperty('Authorization');
    expect(sent[1]?.url).toBe('/api/latest?search=a+b&limit=5');
    expect(sent[1]?.init?.headers).toHaveProperty('Authorization', 'Bearer secret');
  });

  it('tells an error of the API in its own words', async () => {
    const { client } = clientWith(
      json({ error: { code: -32602, message: 'Invalid params.', data: 'limit is wrong' } }),
    );
    const failure = client.rpc('host.get', {});
    await expect(failure).rejects.toThrow('limit is wrong');
    await expect(failure).rejects.toMatchObject({ code: -32602 });
  });

  it('says that the server does not answer', async () => {
    await expect(clientWith().client.read('/diag')).rejects.toThrow('The server does not answer');
  });

  it('tells an error of the page’s addresses, and has words where there are none', async () => {
    const { client } = clientWith(
      json({ error: 'Parameter from is wrong.' }, 400),
      () => new Response('<html>', { status: 502 }),
    );
    await expect(client.read('/api/series')).rejects.toThrow('Parameter from is wrong.');
    await expect(client.read('/api/series')).rejects.toThrow(
      'The server answered with status 502.',
    );
  });

  it('ends the session once when the server no longer knows it', async () => {
    const { client } = clientWith(json({}, 401), json({}, 401));
    let ended = 0;
    client.useToken('old');
    client.whenExpired(() => ended++);
    await expect(client.read('/diag')).rejects.toBeInstanceOf(ApiError);
    await expect(client.read('/diag')).rejects.toBeInstanceOf(ApiError);
    expect(ended).toBe(1);
  });

  it('does not end a session for a wrong password', async () => {
    const { client } = clientWith(
      json({ error: { code: -32500, message: '', data: 'Not authorized.' } }),
    );
    let ended = 0;
    client.useToken('other');
    client.whenExpired(() => ended++);
    await expect(client.login('a', 'b')).rejects.toThrow('Not authorized.');
    expect(ended).toBe(0);
  });

  it('lets an abort through as it is', async () => {
    const client = new Client(() => Promise.reject(new DOMException('aborted', 'AbortError')));
    await expect(client.read('/diag')).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('forgets the token at logging out, even when the server is away', async () => {
    const { client, sent } = clientWith();
    client.useToken('secret');
    await expect(client.logout()).rejects.toThrow();
    await expect(client.read('/diag')).rejects.toThrow();
    expect(sent[1]?.init?.headers).not.toHaveProperty('Authorization');
  });
});

it('says anything that was thrown in words', () => {
  expect(inWords(new Error('broken'))).toBe('broken');
  expect(inWords('text')).toBe('text');
});

it('leaves out parameters that are not set', () => {
  expect(withQuery('/a', { b: undefined, c: '', d: 0, e: false })).toBe('/a?d=0&e=false');
  expect(withQuery('/a', {})).toBe('/a');
});
