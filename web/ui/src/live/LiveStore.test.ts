import { describe, expect, it } from 'vitest';
import type { ServerEvent } from '../api/sse';
import type { LiveValue } from '../api/types';
import { LiveStore, MAX_ITEMS } from './LiveStore';

interface Stream {
  ids: string[];
  emit: (event: ServerEvent) => void;
  signal: AbortSignal;
  end: () => void;
  fail: () => void;
}

/** A store with hand-cranked timers and streams. */
function rig() {
  const streams: Stream[] = [];
  const timers = new Map<number, { action: () => void; ms: number }>();
  let nextTimer = 1;
  const store = new LiveStore(
    (ids, emit, signal) =>
      new Promise((resolve, reject) => {
        streams.push({
          ids,
          emit,
          signal,
          end: resolve,
          fail: () => reject(new Error('cut')),
        });
      }),
    {
      set: (action, ms) => {
        timers.set(nextTimer, { action, ms });
        return nextTimer++;
      },
      clear: (handle) => timers.delete(handle as number),
    },
  );
  const turn = (): number | undefined => {
    const first = [...timers.entries()][0];
    if (!first) {
      return undefined;
    }
    timers.delete(first[0]);
    first[1].action();
    return first[1].ms;
  };
  return { store, streams, turn, timers };
}

function values(...each: LiveValue[]): ServerEvent {
  return { event: 'values', data: JSON.stringify(each) };
}

function value(itemid: string, clock: number): LiveValue {
  return { itemid, clock, value: '5', error: '' };
}

async function settled(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
}

describe('the live store', () => {
  it('opens one stream for all that is watched, once it has settled', () => {
    const { store, streams, turn, timers } = rig();
    store.start();
    expect(streams).toHaveLength(1);
    store.watch(['2', '1']);
    store.watch(['1', '3']);
    expect(timers.size).toBe(1);
    turn();
    expect(streams).toHaveLength(2);
    expect(streams[0]?.signal.aborted).toBe(true);
    expect(streams[1]?.ids).toEqual(['1', '2', '3']);
  });

  it('keeps the stream when the set stays the same', () => {
    const { store, streams, turn } = rig();
    store.start();
    store.watch(['1']);
    turn();
    const release = store.watch(['1']);
    release();
    turn();
    expect(streams).toHaveLength(2);
  });

  it('keeps an item until the last one who watches it has gone', () => {
    const { store, streams, turn } = rig();
    store.start();
    const first = store.watch(['1']);
    const second = store.watch(['1']);
    turn();
    streams[1]?.emit(values(value('1', 7)));
    first();
    expect(store.value('1')?.clock).toBe(7);
    second();
    expect(store.value('1')).toBeUndefined();
  });

  it('tells values, pulses and problem counts', () => {
    const { store, streams } = rig();
    const told: string[] = [];
    store.onValues((each) => told.push(...each.map((v) => v.itemid)));
    store.start();
    streams[0]?.emit(values(value('1', 7), value('2', 8)));
    streams[0]?.emit({ event: 'pulse', data: '{"log":"disk_full","clock":1}' });
    streams[0]?.emit({ event: 'problems', data: '{"version":4,"counts":[0,0,0,0,0,1]}' });
    streams[0]?.emit({ event: 'unknown', data: 'whatever' });
    expect(told).toEqual(['1', '2']);
    expect(store.pulse?.log).toBe('disk_full');
    expect(store.problems?.version).toBe(4);
    expect(store.status).toBe('live');
  });

  it('keeps a bounded number of pulses', () => {
    const { store, streams } = rig();
    store.start();
    for (let i = 0; i < 1000; i++) {
      streams[0]?.emit({ event: 'pulse', data: `{"clock":${i}}` });
    }
    expect(store.pulses).toHaveLength(300);
    expect(store.pulses[299]?.clock).toBe(999);
  });

  it('tries again, later each time, and at once after a success', async () => {
    const { store, streams, turn } = rig();
    store.start();
    const waits: (number | undefined)[] = [];
    for (let i = 0; i < 7; i++) {
      streams[i]?.fail();
      await settled();
      expect(store.status).toBe('broken');
      waits.push(turn());
    }
    expect(waits).toEqual([500, 1000, 2000, 5000, 10_000, 10_000, 10_000]);
    streams[7]?.emit({ event: 'pulse', data: '{}' });
    streams[7]?.end();
    await settled();
    expect(turn()).toBe(500);
  });

  it('ignores a stream that was replaced', async () => {
    const { store, streams, turn } = rig();
    store.start();
    store.watch(['1']);
    turn();
    streams[0]?.emit(values(value('1', 1)));
    streams[0]?.fail();
    await settled();
    expect(store.value('1')).toBeUndefined();
    expect(streams).toHaveLength(2);
    expect(store.status).not.toBe('broken');
  });

  it('follows no more items than the server allows', () => {
    const { store, streams, turn } = rig();
    store.start();
    store.watch(Array.from({ length: MAX_ITEMS + 50 }, (_, i) => String(i)));
    turn();
    expect(streams[1]?.ids).toHaveLength(MAX_ITEMS);
  });

  it('forgets all when it stops', async () => {
    const { store, streams, timers } = rig();
    store.start();
    streams[0]?.emit({ event: 'pulse', data: '{}' });
    store.stop();
    streams[0]?.fail();
    await settled();
    expect(store.status).toBe('off');
    expect(store.pulse).toBeUndefined();
    expect(timers.size).toBe(0);
    expect(streams[0]?.signal.aborted).toBe(true);
  });
});
