import { client } from '../api/client';
import { clock } from '../format/time';
import { useLoad } from '../live/useLoad';
import { Empty, ErrorNote, Skeletons } from '../parts/parts';

interface Trace {
  itemid: string;
  stops: { stop: string; clock: number; offset_us: number; detail: string }[];
}

/** The stops of an item's last value, read anew every two seconds. */
export function TraceList({ itemid }: { itemid: string }) {
  const trace = useLoad(
    (signal) => client.read<Trace>('/api/trace', { itemid }, signal),
    itemid,
    2_000,
  );
  if (trace.error !== undefined) {
    return <ErrorNote error={trace.error} onRetry={trace.reload} />;
  }
  if (!trace.data) {
    return <Skeletons />;
  }
  if (trace.data.stops.length === 0) {
    return <Empty title="No value yet">The item has not been asked since the start.</Empty>;
  }
  return (
    <ol className="trace">
      {trace.data.stops.map((stop, i) => (
        <li key={i}>
          <b>{stop.stop}</b>
          <span className="num dim">
            {clock(stop.clock)}.{String(Math.floor(stop.clock) % 1000).padStart(3, '0')}
          </span>
          <span className="num">{i === 0 ? '' : delay(stop.offset_us)}</span>
          <span className="dim">{stop.detail}</span>
        </li>
      ))}
    </ol>
  );
}

function delay(us: number): string {
  const sign = us < 0 ? '−' : '+';
  const size = Math.abs(us);
  if (size < 1_000) {
    return `${sign}${size} µs`;
  }
  return size < 1_000_000
    ? `${sign}${(size / 1_000).toFixed(2)} ms`
    : `${sign}${(size / 1e6).toFixed(2)} s`;
}
