import { Link } from 'wouter';
import type { LatestItem } from '../api/types';
import { formatValue } from '../format/units';
import { useLiveValue } from '../live/hooks';
import { Panel } from '../parts/parts';
import { lineColor } from '../theme';
import { Chart, type Line } from './Chart';
import { useSeries } from './useSeries';

/** A small live graph of a few items that share a title. */
export function MiniGraph({
  title,
  items,
  color = 0,
  height = 150,
  length = 900_000,
}: {
  title: string;
  items: readonly LatestItem[];
  color?: number;
  height?: number;
  length?: number;
}) {
  const ids = items.map((item) => item.itemid);
  const { table, range, error, series } = useSeries(ids, { kind: 'live', length }, 240);
  const lines = items.map((item, i): Line => ({
    label: item.name,
    color: lineColor(color + i),
    units: item.units,
  }));
  const first = items[0];
  return (
    <Panel
      title={
        <Link href={`/graph?itemids=${ids.join()}`} className="link">
          {title}
        </Link>
      }
      actions={first && <LiveFigure item={first} />}
    >
      {error !== undefined ? (
        <div className="state" style={{ height }}>
          {error}
        </div>
      ) : (
        <Chart
          lines={lines}
          table={series.length > 0 ? table : NOTHING(items.length)}
          range={range}
          height={height}
          small
        />
      )}
    </Panel>
  );
}

function NOTHING(lines: number) {
  return { x: [], columns: Array.from({ length: lines }, () => ({ avg: [] })) };
}

function LiveFigure({ item }: { item: LatestItem }) {
  const now = useLiveValue(item.itemid);
  return (
    <b className="num" style={{ whiteSpace: 'nowrap' }}>
      {formatValue(now?.value ?? item.value, item.value_type, item.units)}
    </b>
  );
}
