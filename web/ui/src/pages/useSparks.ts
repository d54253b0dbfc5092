import { useEffect, useRef, useState } from 'react';
import { client } from '../api/client';
import type { LatestItem, SeriesAnswer } from '../api/types';
import { isNumeric } from '../format/units';

type Points = readonly (readonly [number, number])[];

/** A small series; `raw` when its points are single values, so that newer ones may follow. */
export interface Spark {
  points: Points;
  raw: boolean;
}

const HOUR = 3_600_000;
const KEEP_MS = 60_000;
const MOST = 60;

/** Small series of the last hour for the items on screen, kept for a minute. */
export function useSparks(items: readonly LatestItem[]): ReadonlyMap<string, Spark> {
  const [points, setPoints] = useState<ReadonlyMap<string, Spark>>(new Map());
  const readAt = useRef(new Map<string, number>());
  useEffect(() => {
    const abort = new AbortController();
    const read = async () => {
      const now = Date.now();
      const missing = items
        .filter((item) => isNumeric(item.value_type))
        .map((item) => item.itemid)
        .filter((id) => now - (readAt.current.get(id) ?? 0) > KEEP_MS)
        .slice(0, MOST);
      if (missing.length === 0) {
        return;
      }
      try {
        const answer = await client.read<SeriesAnswer>(
          '/api/series',
          { itemids: missing.join(), from: now - HOUR, to: now, buckets: 48 },
          abort.signal,
        );
        missing.forEach((id) => readAt.current.set(id, now));
        setPoints((before) => {
          const after = new Map(before);
          for (const each of answer.series) {
            const points = each.t.map((t, i) => [t, each.avg[i] ?? 0] as const);
            after.set(each.itemid, { points, raw: each.step === 0 });
          }
          return after;
        });
      } catch {
        // A list without its small lines still serves; the next round tries again.
      }
    };
    void read();
    const timer = setInterval(() => void read(), KEEP_MS);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [items]);
  return points;
}
