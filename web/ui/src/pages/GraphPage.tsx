import { ActionIcon, Button, Modal, MultiSelect, Tooltip } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { client } from '../api/client';
import type { LatestItem, LatestPage, Series } from '../api/types';
import { dateTime, span } from '../format/time';
import { formatValue, isNumeric, withUnits } from '../format/units';
import { Chart, type Line } from '../graph/Chart';
import { summarise } from '../graph/data';
import {
  bucketsFor,
  clamp,
  pan,
  PRESETS,
  type Range,
  touchesNow,
  type View,
  viewFromQuery,
  viewToQuery,
  zoom,
} from '../graph/ranges';
import { useSeries } from '../graph/useSeries';
import { useLiveValue } from '../live/hooks';
import { useLoad } from '../live/useLoad';
import { Icon } from '../parts/Icons';
import { Empty, ErrorNote, PageHead, Panel, useRested, useWidth } from '../parts/parts';
import { lineColor } from '../theme';
import { TraceList } from './TraceList';
import { useQueryState } from './useQueryState';

export function GraphPage() {
  const [query, change] = useQueryState();
  const ids = useMemo(
    () => [...new Set((query.get('itemids') ?? '').split(',').filter((id) => /^\d+$/.test(id)))],
    [query],
  );
  const idText = ids.join();
  const loaded = useLoad(
    async (signal) =>
      idText === ''
        ? []
        : (await client.read<LatestPage>('/api/latest', { itemids: idText }, signal)).items,
    idText,
  );
  const items = useMemo(() => {
    const order = idText.split(',');
    return (loaded.data ?? [])
      .filter((item) => isNumeric(item.value_type) && order.includes(item.itemid))
      .sort((a, b) => order.indexOf(a.itemid) - order.indexOf(b.itemid));
  }, [loaded.data, idText]);
  return (
    <div className="content" id="content" tabIndex={-1}>
      <GraphView
        items={items}
        ids={ids}
        error={loaded.error}
        query={query}
        change={change}
        setIds={(next) => change({ itemids: next.join() })}
      />
    </div>
  );
}

function GraphView({
  items,
  ids,
  error,
  query,
  change,
  setIds,
}: {
  items: LatestItem[];
  ids: string[];
  error: string | undefined;
  query: URLSearchParams;
  change: (changes: Record<string, string | undefined>) => void;
  setIds: (ids: string[]) => void;
}) {
  const [frame, width] = useWidth<HTMLDivElement>();
  const viewport = useViewportSize();
  const height = Math.max(320, Math.min(720, viewport.height - 340 - items.length * 31));
  const view = useMemo(() => viewFromQuery(query), [query]);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [tracing, setTracing] = useState<LatestItem>();
  const state = useSeries(
    items.map((item) => item.itemid),
    view,
    width === 0 ? 0 : bucketsFor(width),
  );
  const { range } = state;

  const setView = (next: View) => {
    const changed = new URLSearchParams();
    viewToQuery(next, changed);
    change({
      from: changed.get('from') ?? undefined,
      to: changed.get('to') ?? undefined,
      range: changed.get('range') ?? undefined,
    });
  };
  const setRange = (next: Range) => {
    const clamped = clamp(next, Date.now());
    setView({ kind: 'fixed', from: clamped.from, to: clamped.to });
  };
  const goLive = () => setView({ kind: 'live', length: nearestPreset(range.to - range.from) });
  const move = (share: number) => setRange(pan(range, share, Date.now()));
  const scale = (factor: number, at?: number) => {
    const now = Date.now();
    const next = zoom(range, factor, at ?? (range.from + range.to) / 2, now);
    const preset = PRESETS.find((each) => each.length === next.to - next.from);
    if (view.kind === 'live' && touchesNow(next, now) && preset) {
      setView({ kind: 'live', length: preset.length });
    } else {
      setRange(next);
    }
  };
  useGraphKeys({ move, scale, goLive });

  const lines = items.map((item, i): Line => ({
    label: items.every((each) => each.hostid === items[0]?.hostid)
      ? item.name
      : `${item.host}: ${item.name}`,
    color: lineColor(i),
    units: item.units,
    hidden: hidden.has(item.itemid),
  }));
  const hosts = [...new Set(items.map((item) => item.host))];
  const title =
    items.length === 1 ? `${items[0]?.host ?? ''}: ${items[0]?.name ?? ''}` : hosts.join(', ');

  return (
    <>
      <PageHead title="Graph">
        <ItemPicker items={items} ids={ids} setIds={setIds} />
        <span className="grow" />
        <Presets view={view} setView={setView} />
        <ActionIcon.Group>
          <Step label="Earlier (←)" icon="left" onClick={() => move(-0.5)} />
          <Step label="Zoom out (−)" icon="minus" onClick={() => scale(2)} />
          <Step label="Zoom in (+)" icon="plus" onClick={() => scale(0.5)} />
          <Step label="Later (→)" icon="right" onClick={() => move(0.5)} />
        </ActionIcon.Group>
        <Button
          variant={view.kind === 'live' ? 'light' : 'filled'}
          leftSection={<Icon name="play" size={13} />}
          onClick={goLive}
          aria-pressed={view.kind === 'live'}
        >
          {view.kind === 'live' ? 'Following live' : 'Back to live'}
        </Button>
      </PageHead>
      <ErrorNote error={error ?? state.error} onRetry={state.reload} />
      <Panel
        title={title === '' ? 'No item chosen' : title}
        actions={
          <span className="dim num">
            {dateTime(range.from)} – {view.kind === 'live' ? 'now' : dateTime(range.to)} (
            {span(range.to - range.from)})
          </span>
        }
        label="Graph"
      >
        <div ref={frame} style={{ padding: '2px 4px 4px 0', minHeight: height }}>
          {ids.length === 0 ? (
            <Empty title="Choose items to draw">
              Type in the field above, or mark items in <Link href="/latest">Latest data</Link>.
            </Empty>
          ) : (
            items.length > 0 && (
              <Chart
                lines={lines}
                table={
                  state.series.length === items.length
                    ? state.table
                    : { x: [], columns: items.map(() => ({ avg: [] })) }
                }
                range={range}
                height={height}
                onSelect={setRange}
                onPan={move}
                onZoom={scale}
                onReset={() => scale(2)}
              />
            )
          )}
        </div>
      </Panel>
      {items.length > 0 && (
        <Legend
          items={items}
          series={state.series}
          range={range}
          hidden={hidden}
          toggle={(id) =>
            setHidden((before) => {
              const after = new Set(before);
              if (!after.delete(id)) {
                after.add(id);
              }
              return after;
            })
          }
          remove={(id) => setIds(ids.filter((each) => each !== id))}
          trace={setTracing}
        />
      )}
      <p className="faint" style={{ margin: '8px 2px' }}>
        Drag to zoom, Shift and drag to move, Ctrl and wheel to zoom at the pointer, double click to
        zoom out.
      </p>
      <Modal
        opened={tracing !== undefined}
        onClose={() => setTracing(undefined)}
        title={`The way of the last value: ${tracing?.host ?? ''}: ${tracing?.name ?? ''}`}
        size="xl"
      >
        {tracing && <TraceList itemid={tracing.itemid} />}
      </Modal>
    </>
  );
}

function nearestPreset(length: number): number {
  const best = [...PRESETS].sort(
    (a, b) => Math.abs(Math.log(a.length / length)) - Math.abs(Math.log(b.length / length)),
  );
  return best[0]?.length ?? 3_600_000;
}

function Step({
  label,
  icon,
  onClick,
}: {
  label: string;
  icon: 'left' | 'right' | 'plus' | 'minus';
  onClick: () => void;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={30} aria-label={label} onClick={onClick}>
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

function Presets({ view, setView }: { view: View; setView: (view: View) => void }) {
  return (
    <div style={{ display: 'flex', gap: 3 }} role="group" aria-label="Range of time">
      {PRESETS.map(({ label, length }) => (
        <button
          key={label}
          type="button"
          className="toggle num"
          aria-pressed={view.kind === 'live' && view.length === length}
          onClick={() => setView({ kind: 'live', length })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Finds items by typing, and holds the chosen ones. */
function ItemPicker({
  items,
  ids,
  setIds,
}: {
  items: LatestItem[];
  ids: string[];
  setIds: (ids: string[]) => void;
}) {
  const [text, setText] = useState('');
  const rested = useRested(text, 160);
  const found = useLoad(
    async (signal) =>
      (await client.read<LatestPage>('/api/latest', { search: rested, limit: 50 }, signal)).items,
    rested,
  );
  const known = new Map<string, string>();
  for (const item of [...items, ...(found.data ?? [])]) {
    if (isNumeric(item.value_type)) {
      known.set(item.itemid, `${item.host}: ${item.name}`);
    }
  }
  return (
    <MultiSelect
      w={420}
      placeholder={ids.length === 0 ? 'Host, item or key' : 'Add'}
      aria-label="Items to draw"
      searchable
      hidePickedOptions
      maxValues={20}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage="Nothing matches"
      data={[...known].map(([value, label]) => ({ value, label }))}
      value={ids.filter((id) => known.has(id))}
      onChange={setIds}
    />
  );
}

function Legend({
  items,
  series,
  range,
  hidden,
  toggle,
  remove,
  trace,
}: {
  items: LatestItem[];
  series: Series[];
  range: Range;
  hidden: ReadonlySet<string>;
  toggle: (id: string) => void;
  remove: (id: string) => void;
  trace: (item: LatestItem) => void;
}) {
  return (
    <section className="panel" style={{ marginTop: 12 }} aria-label="Legend">
      <table className="z">
        <thead>
          <tr>
            <th className="shrink" />
            <th>Item</th>
            <th className="right">Last</th>
            <th className="right">Min</th>
            <th className="right">Avg</th>
            <th className="right">Max</th>
            <th className="shrink" />
          </tr>
        </thead>
        <tbody>
          {items.map((item, i) => {
            const own = series.find((each) => each.itemid === item.itemid);
            const sum = own && summarise(own, range.from, range.to);
            const figure = (value: number | undefined) =>
              value === undefined ? '–' : withUnits(value, item.units);
            return (
              <tr key={item.itemid} style={hidden.has(item.itemid) ? { opacity: 0.45 } : undefined}>
                <td className="shrink">
                  <span className="swatch" style={{ background: lineColor(i) }} />
                </td>
                <td className="link">
                  <Link href={`/latest?hostid=${item.hostid}`} className="dim">
                    {item.host}
                  </Link>{' '}
                  {item.name} <span className="faint mono">{item.key}</span>
                </td>
                <td className="right num">
                  <b>
                    <LastValue item={item} />
                  </b>
                </td>
                <td className="right num">{figure(sum?.min)}</td>
                <td className="right num">{figure(sum?.avg)}</td>
                <td className="right num">{figure(sum?.max)}</td>
                <td className="shrink">
                  <Button variant="subtle" size="compact-xs" onClick={() => trace(item)}>
                    Trace
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    aria-pressed={!hidden.has(item.itemid)}
                    onClick={() => toggle(item.itemid)}
                  >
                    {hidden.has(item.itemid) ? 'Show' : 'Hide'}
                  </Button>
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-xs"
                    onClick={() => remove(item.itemid)}
                  >
                    Remove
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function LastValue({ item }: { item: LatestItem }) {
  const fresh = useLiveValue(item.itemid);
  return formatValue(fresh?.value ?? item.value, item.value_type, item.units);
}

function useGraphKeys(actions: {
  move: (share: number) => void;
  scale: (factor: number) => void;
  goLive: () => void;
}): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, [role=dialog]') || event.ctrlKey || event.metaKey) {
        return;
      }
      const { move, scale, goLive } = latest.current;
      const act: Record<string, () => void> = {
        ArrowLeft: () => move(-0.25),
        ArrowRight: () => move(0.25),
        '+': () => scale(0.5),
        '=': () => scale(0.5),
        '-': () => scale(2),
        '0': goLive,
      };
      act[event.key]?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
