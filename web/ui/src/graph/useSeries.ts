import { useEffect, useMemo, useState } from 'react';
import { client } from '../api/client';
import type { Series, SeriesAnswer } from '../api/types';
import { live, useNow, useWatch } from '../live/hooks';
import { useLoad } from '../live/useLoad';
import { align, append, type Table } from './data';
import { type Range, rangeOf, refreshEvery, type View } from './ranges';

export interface SeriesState {
  series: Series[];
  table: Table;
  range: Range;
  error: string | undefined;
  loading: boolean;
  reload: () => void;
}

/**
 * The series of some items in a view. A live view moves with the clock: it is read anew now and
 * then, and between that new values are added as they arrive.
 */
export function useSeries(itemIds: readonly string[], view: View, buckets: number): SeriesState {
  const ids = itemIds.join();
  const following = view.kind === 'live';
  const length = following ? view.length : view.to - view.from;
  const now = useNow(following ? Math.min(5_000, Math.max(1_000, length / 1_000)) : 60_000);
  useWatch(following ? itemIds : []);

  const key = `${ids}|${buckets}|${following ? length : `${view.from}-${view.to}`}`;
  const loaded = useLoad(
    async (signal): Promise<Series[]> => {
      if (ids === '' || buckets === 0) {
        return [];
      }
      const { from, to } = rangeOf(view, Date.now());
      const answer = await client.read<SeriesAnswer>(
        '/api/series',
        { itemids: ids, from: Math.floor(from), to: Math.ceil(to), buckets },
        signal,
      );
      return answer.series;
    },
    key,
    following ? refreshEvery(length, buckets) : 0,
  );

  const [series, setSeries] = useState<Series[]>([]);
  const fresh = loaded.data;
  useEffect(() => {
    setSeries(fresh ?? []);
  }, [fresh]);
  useEffect(() => {
    if (!following) {
      return undefined;
    }
    return live.onValues((values) => {
      setSeries((before) => {
        const after = before.map((each) => {
          const value = values.find((v) => v.itemid === each.itemid);
          return value?.value != null && value.clock !== null
            ? append(each, value.clock, Number(value.value))
            : each;
        });
        return after.some((each, i) => each !== before[i]) ? after : before;
      });
    });
  }, [following]);

  const table = useMemo(() => align(series), [series]);
  const range = rangeOf(view, now);
  return {
    series,
    table,
    range,
    error: loaded.error,
    loading: loaded.loading,
    reload: loaded.reload,
  };
}
