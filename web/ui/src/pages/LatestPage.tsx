import { Button, Checkbox, TextInput, Tooltip } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { client, inWords } from '../api/client';
import type { LatestItem, LatestPage as Page } from '../api/types';
import { moment, span } from '../format/time';
import { formatChange, formatValue, isNumeric } from '../format/units';
import { useLiveValue, useNow, useWatch } from '../live/hooks';
import { Icon } from '../parts/Icons';
import { Empty, ErrorNote, PageHead, Skeletons, Sparkline, useRested } from '../parts/parts';
import { useQueryState } from './useQueryState';
import { type Spark, useSparks } from './useSparks';

const PAGE = 200;
const ROW = 32;

interface Rows {
  items: LatestItem[];
  total: number;
  exact: boolean;
}

export function LatestPage() {
  const [query, change] = useQueryState();
  const wanted = query.get('search') ?? '';
  const hostid = query.get('hostid') ?? '';
  const [text, setText] = useState(wanted);
  const rested = useRested(text, 160);
  // The search field of the top bar changes the address while this page shows.
  const [seen, setSeen] = useState(wanted);
  if (seen !== wanted) {
    setSeen(wanted);
    setText(wanted);
  }
  useEffect(() => {
    if (rested === text && rested !== wanted) {
      change({ search: rested });
    }
    // Only what was typed moves the address.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rested]);

  const { rows, error, loading, more, reload } = useRows(wanted, hostid);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback((id: string, on: boolean) => {
    setChosen((before) => {
      const after = new Set(before);
      if (on) {
        after.add(id);
      } else {
        after.delete(id);
      }
      return after;
    });
  }, []);
  const [, navigate] = useLocation();
  const hostName = hostid === '' ? '' : (rows?.items[0]?.host ?? `host ${hostid}`);

  return (
    <div className="content fill" id="content" tabIndex={-1}>
      <PageHead title="Latest data">
        <TextInput
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          placeholder="Host, item or key; several words narrow it down"
          aria-label="Filter items"
          leftSection={<Icon name="search" size={15} />}
          w={340}
          data-testid="latest-search"
        />
        {hostid !== '' && (
          <button
            type="button"
            className="toggle"
            aria-pressed="true"
            onClick={() => change({ hostid: undefined })}
          >
            Host: {hostName} <Icon name="close" size={12} />
          </button>
        )}
        <span className="dim num" aria-live="polite">
          {rows && `${rows.exact ? '' : 'over '}${rows.total.toLocaleString('en')} items`}
          {loading && ' …'}
        </span>
        <span className="grow" />
        {chosen.size > 0 && (
          <Button variant="subtle" onClick={() => setChosen(new Set())}>
            Clear
          </Button>
        )}
        <Button
          disabled={chosen.size === 0}
          leftSection={<Icon name="graph" size={15} />}
          onClick={() => navigate(`/graph?itemids=${[...chosen].join()}`)}
        >
          Graph {chosen.size > 0 ? `${chosen.size} items` : 'chosen items'}
        </Button>
      </PageHead>
      <ErrorNote error={error} onRetry={reload} />
      <List
        key={`${wanted}|${hostid}`}
        rows={rows}
        more={more}
        chosen={chosen}
        choose={choose}
        search={wanted}
      />
    </div>
  );
}

/** The rows of a search, page by page as the list is scrolled. */
function useRows(search: string, hostid: string) {
  const [rows, setRows] = useState<Rows>();
  const [error, setError] = useState<string>();
  const [loading, setLoading] = useState(false);
  const [turn, setTurn] = useState(0);
  const busy = useRef<AbortController>(undefined);

  const read = useCallback(
    async (before: Rows | undefined) => {
      busy.current?.abort();
      const abort = new AbortController();
      busy.current = abort;
      setLoading(true);
      try {
        const offset = before?.items.length ?? 0;
        const page = await client.read<Page>(
          '/api/latest',
          { search, hostid, offset, limit: PAGE },
          abort.signal,
        );
        if (!abort.signal.aborted) {
          setRows({ ...page, items: [...(before?.items ?? []), ...page.items] });
          setError(undefined);
          setLoading(false);
        }
      } catch (failure) {
        if (!abort.signal.aborted) {
          setError(inWords(failure));
          setLoading(false);
        }
      }
    },
    [search, hostid],
  );

  useEffect(() => {
    void read(undefined);
    return () => busy.current?.abort();
  }, [read, turn]);

  const more = useCallback(() => {
    if (rows && !loading && rows.items.length < rows.total) {
      void read(rows);
    }
  }, [rows, loading, read]);
  return { rows, error, loading, more, reload: () => setTurn((n) => n + 1) };
}

function List({
  rows,
  more,
  chosen,
  choose,
  search,
}: {
  rows: Rows | undefined;
  more: () => void;
  chosen: ReadonlySet<string>;
  choose: (id: string, on: boolean) => void;
  search: string;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const items = useMemo(() => rows?.items ?? [], [rows]);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const shown = virtual.getVirtualItems();
  const first = shown[0]?.index ?? 0;
  const last = shown[shown.length - 1]?.index ?? -1;
  useEffect(() => {
    if (last >= items.length - 30) {
      more();
    }
  }, [last, items.length, more]);

  const visible = useMemo(() => items.slice(first, last + 1), [items, first, last]);
  const settled = useRested(visible, 120);
  useWatch(settled.map((item) => item.itemid));
  const sparks = useSparks(settled);
  const now = useNow(1_000);

  return (
    <section className="panel" style={{ flex: 1, minHeight: 0 }} aria-label="Items">
      <div className="scroll" ref={scroller} role="table" aria-rowcount={rows?.total ?? 0}>
        <div className="vhead" role="row" style={{ position: 'sticky', top: 0, zIndex: 2 }}>
          <span />
          <span role="columnheader">Host</span>
          <span role="columnheader">Item</span>
          <span role="columnheader">Last value</span>
          <span role="columnheader">Change</span>
          <span role="columnheader">Last hour</span>
          <span role="columnheader" className="right">
            Age
          </span>
          <span />
        </div>
        {!rows && <Skeletons rows={14} />}
        {rows?.items.length === 0 && (
          <Empty title={search === '' ? 'No items' : `Nothing matches “${search}”`}>
            {search === ''
              ? 'Items appear once hosts are configured.'
              : 'Each word must be part of the host’s name, the item’s name or its key.'}
          </Empty>
        )}
        <div style={{ position: 'relative', height: virtual.getTotalSize() }} role="rowgroup">
          {shown.map((row) => {
            const item = items[row.index];
            return (
              item && (
                <ItemRow
                  key={item.itemid}
                  item={item}
                  top={row.start}
                  chosen={chosen.has(item.itemid)}
                  choose={choose}
                  spark={sparks.get(item.itemid)}
                  now={now}
                />
              )
            );
          })}
        </div>
      </div>
    </section>
  );
}

const ItemRow = memo(function ItemRow({
  item,
  top,
  chosen,
  choose,
  spark,
  now,
}: {
  item: LatestItem;
  top: number;
  chosen: boolean;
  choose: (id: string, on: boolean) => void;
  spark: Spark | undefined;
  now: number;
}) {
  const fresh = useLiveValue(item.itemid);
  const value = fresh ? fresh.value : item.value;
  const clock = fresh ? fresh.clock : item.clock;
  const error = fresh ? fresh.error : item.error;
  const { previous, changed } = usePrevious(item, value, clock);
  const numeric = isNumeric(item.value_type);
  const line = numeric && spark ? withLast(spark, clock, value) : undefined;
  const graph = `/graph?itemids=${item.itemid}`;
  return (
    <div className="vrow" role="row" style={{ top }} data-itemid={item.itemid}>
      <span>
        {numeric && (
          <Checkbox
            checked={chosen}
            onChange={(event) => choose(item.itemid, event.currentTarget.checked)}
            aria-label={`Choose ${item.host} ${item.name}`}
          />
        )}
      </span>
      <span className="ellipsis link" role="cell">
        <Link href={`/latest?hostid=${item.hostid}`}>{item.host}</Link>
      </span>
      <span
        className="ellipsis link"
        role="cell"
        title={`${item.name}\n${item.key}\nevery ${item.interval}`}
      >
        {numeric ? <Link href={graph}>{item.name}</Link> : item.name}{' '}
        <span className="faint mono">{item.key}</span>
      </span>
      <span className="ellipsis num" role="cell" data-testid="value">
        {error !== '' ? (
          <Tooltip label={error} multiline maw={420}>
            <span style={{ color: 'var(--z-sev-4)' }}>not supported</span>
          </Tooltip>
        ) : (
          <span key={clock ?? 0} className={`valuecell ellipsis ${changed ? 'flash' : ''}`}>
            {value === null ? (
              <span className="faint">no value yet</span>
            ) : (
              formatValue(value, item.value_type, item.units)
            )}
          </span>
        )}
      </span>
      <span className="ellipsis num dim" role="cell">
        {formatChange(value, previous, item.value_type, item.units)}
      </span>
      <span role="cell">{line && <Sparkline points={line} />}</span>
      <span
        className="right num dim"
        role="cell"
        title={clock === null ? undefined : moment(clock, now)}
      >
        {clock === null ? '' : span(now - clock)}
      </span>
      <span className="right">
        {numeric && (
          <Link href={graph} className="dim link" aria-label={`Graph of ${item.name}`}>
            <Icon name="graph" size={15} />
          </Link>
        )}
      </span>
    </div>
  );
});

/**
 * The value before the shown one: the server's at first, then what was shown before. `changed` once
 * a value has replaced another before the reader's eyes; the first that comes live is no change.
 */
function usePrevious(
  item: LatestItem,
  value: string | null,
  clock: number | null,
): { previous: string | null; changed: boolean } {
  const [state, setState] = useState({
    clock: item.clock,
    value: item.value,
    previous: item.previous,
    times: 0,
  });
  if (clock !== null && clock !== state.clock) {
    setState({ clock, value, previous: state.value, times: state.times + 1 });
  }
  return { previous: state.previous, changed: state.times > 1 };
}

function withLast(
  spark: Spark,
  clock: number | null,
  value: string | null,
): readonly (readonly [number, number])[] {
  const end = spark.points[spark.points.length - 1];
  if (!spark.raw || clock === null || value === null || (end && end[0] >= clock)) {
    return spark.points;
  }
  return [...spark.points, [clock, Number(value)]];
}
