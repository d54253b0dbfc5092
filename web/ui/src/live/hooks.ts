import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { client } from '../api/client';
import { readEvents } from '../api/sse';
import type { LiveValue, ProblemCounts, Pulse } from '../api/types';
import { LiveStore, type LiveStatus } from './LiveStore';

/** The page's one live connection. */
export const live = new LiveStore(async (itemIds, emit, signal) => {
  const stream = await client.stream('/api/live', { itemids: itemIds.join(',') }, signal);
  await readEvents(stream, emit);
});

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(live.subscribe, () => live.status);
}

export function usePulse(): Pulse | undefined {
  return useSyncExternalStore(live.subscribe, () => live.pulse);
}

export function usePulses(): readonly Pulse[] {
  return useSyncExternalStore(live.subscribe, () => live.pulses);
}

export function useProblemCounts(): ProblemCounts | undefined {
  return useSyncExternalStore(live.subscribe, () => live.problems);
}

/** Follows items for as long as the component shows. */
export function useWatch(itemIds: readonly string[]): void {
  const key = itemIds.join();
  useEffect(() => {
    const ids = key === '' ? [] : key.split(',');
    return live.watch(ids);
  }, [key]);
}

/** The newest value of one watched item; renders only when that item changes. */
export function useLiveValue(itemId: string): LiveValue | undefined {
  const subscribe = useCallback(
    (changed: () => void) =>
      live.onValues((values) => {
        if (values.some((value) => value.itemid === itemId)) {
          changed();
        }
      }),
    [itemId],
  );
  return useSyncExternalStore(subscribe, () => live.value(itemId));
}

/** Now, renewed every so many milliseconds. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
