import { client } from '../api/client';
import type { Diag, DiagValue } from '../api/types';
import { compact, percent, withUnits } from '../format/units';
import { usePulses } from '../live/hooks';
import { useLoad } from '../live/useLoad';
import { Icon } from '../parts/Icons';
import { Empty, ErrorNote, PageHead, Panel, Skeletons, Sparkline } from '../parts/parts';
import { asNumber, asRecord, asRecords, asText, figure, leftOver, words } from './diag';

const OWN = [
  'version',
  'uptime_s',
  'values_per_s',
  'hosts',
  'items',
  'triggers',
  'configuration_epoch',
  'queue',
  'shards',
  'mailboxes',
  'log',
  'heap',
];

export function HealthPage() {
  const loaded = useLoad((signal) => client.read<Diag>('/diag', {}, signal), 'diag', 2_000);
  const diag = loaded.data;
  return (
    <div className="content" id="content" tabIndex={-1}>
      <PageHead title="Server health">
        <span className="grow" />
        {diag && (
          <span className="dim">
            Zonda {asText(diag.version)} · up {withUnits(asNumber(diag.uptime_s), 'uptime')} ·
            configuration {asText(diag.configuration_epoch)}
          </span>
        )}
      </PageHead>
      <ErrorNote error={loaded.error} onRetry={loaded.reload} />
      {!diag && !loaded.error && <Skeletons rows={10} />}
      {diag && (
        <>
          <Tiles diag={diag} />
          <div className="grid" style={{ gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
            <Queue rows={asRecords(diag.queue)} />
            <Shards rows={asRecords(diag.shards)} />
            <Rows title="Mailboxes" rows={asRecords(diag.mailboxes)} empty="No mailboxes" />
            <Facts title="Log" facts={asRecord(diag.log)} />
            <Rest diag={diag} />
          </div>
        </>
      )}
    </div>
  );
}

function Tiles({ diag }: { diag: Diag }) {
  const pulses = usePulses();
  const heap = asRecord(diag.heap);
  const log = asRecord(diag.log);
  const used = asNumber(heap.used_bytes);
  const max = asNumber(heap.max_bytes);
  const state = asText(log.state);
  const late = asRecords(diag.queue).reduce((sum, row) => sum + asNumber(row.items), 0);
  return (
    <div className="tiles">
      <div className="tile">
        <span className="label">Values per second</span>
        <span className="figure">{compact(asNumber(diag.values_per_s))}</span>
        <span className="spark">
          <Sparkline
            points={pulses.map((each) => [each.clock, each.values_per_s] as const)}
            width={140}
            height={34}
            zero
          />
        </span>
      </div>
      <div className="tile">
        <span className="label">In the queue</span>
        <span className="figure">
          {compact(late)} <small>late items</small>
        </span>
        <span className="note">of {asNumber(diag.items).toLocaleString('en')}</span>
      </div>
      <div className="tile" data-testid="log-state">
        <span className="label">Log</span>
        <span
          className="figure"
          style={{ color: state === 'writing' ? 'var(--z-ok)' : 'var(--z-sev-5)' }}
        >
          {state === '' ? '–' : words(state)}
        </span>
        <span className="note">{asText(log.message)}</span>
      </div>
      <div className="tile">
        <span className="label">Heap</span>
        <span className="figure">
          {withUnits(used, 'B')} <small>of {withUnits(max, 'B')}</small>
        </span>
        <span className="meter" style={{ marginTop: 8 }}>
          <i
            style={{
              width: `${max > 0 ? (used / max) * 100 : 0}%`,
              background: used > max * 0.9 ? 'var(--z-sev-4)' : 'var(--z-accent)',
            }}
          />
        </span>
      </div>
      <div className="tile">
        <span className="label">Watched</span>
        <span className="figure">
          {compact(asNumber(diag.hosts))} <small>hosts</small>
        </span>
        <span className="note">
          {asNumber(diag.items).toLocaleString('en')} items,{' '}
          {asNumber(diag.triggers).toLocaleString('en')} triggers
        </span>
      </div>
    </div>
  );
}

function Bar({ share, alarm }: { share: number; alarm: boolean }) {
  return (
    <span className="meter" style={{ minWidth: 120 }}>
      <i
        style={{
          width: `${Math.max(0, Math.min(100, share * 100))}%`,
          background: alarm ? 'var(--z-sev-3)' : 'var(--z-accent)',
        }}
      />
    </span>
  );
}

function Queue({ rows }: { rows: Record<string, DiagValue>[] }) {
  const most = Math.max(1, ...rows.map((row) => asNumber(row.items)));
  return (
    <Panel title="Queue: items by delay">
      <table className="z">
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              <td className="shrink">{asText(row.delay)}</td>
              <td className="right num shrink">{asNumber(row.items).toLocaleString('en')}</td>
              <td>
                <Bar share={asNumber(row.items) / most} alarm={i > 1} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <Empty title="No figures yet" />}
    </Panel>
  );
}

function Shards({ rows }: { rows: Record<string, DiagValue>[] }) {
  return (
    <Panel title="Shards: busy share">
      <table className="z">
        <thead>
          <tr>
            <th>Shard</th>
            <th className="right">Busy</th>
            <th />
            <th className="right">Values/s</th>
            <th className="right">Items</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => {
            const busy = asNumber(row.busy_share);
            return (
              <tr key={i}>
                <td className="shrink">{asText(row.name)}</td>
                <td className="right num shrink">{percent(busy)}</td>
                <td>
                  <Bar share={busy} alarm={busy > 0.85} />
                </td>
                <td className="right num shrink">{compact(asNumber(row.values_per_s))}</td>
                <td className="right num shrink">{asNumber(row.items).toLocaleString('en')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length === 0 && <Empty title="No figures yet" />}
    </Panel>
  );
}

/** A list of records as a table, its columns as they come. */
function Rows({
  title,
  rows,
  empty,
}: {
  title: string;
  rows: Record<string, DiagValue>[];
  empty: string;
}) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <Panel title={title}>
      <div className="scroll">
        <table className="z">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} className={column === 'name' ? '' : 'right'}>
                  {words(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {columns.map((column) => (
                  <td key={column} className={column === 'name' ? '' : 'right num'}>
                    {figure(column, row[column] ?? null)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && <Empty title={empty} />}
    </Panel>
  );
}

function Facts({ title, facts }: { title: string; facts: Record<string, DiagValue> }) {
  const failing = title === 'Log' && asText(facts.state) !== 'writing' && facts.state !== undefined;
  return (
    <Panel title={title} actions={failing ? <Icon name="problems" /> : undefined}>
      <table className="z">
        <tbody>
          {Object.entries(facts)
            .filter(([, value]) => value !== '')
            .map(([key, value]) => (
              <tr key={key}>
                <td className="dim">{words(key)}</td>
                <td className="right num">{figure(key, value)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {Object.keys(facts).length === 0 && <Empty title="No figures yet" />}
    </Panel>
  );
}

/** All that the server tells and that has no panel of its own. */
function Rest({ diag }: { diag: Diag }) {
  const { facts, groups, lists } = leftOver(diag, OWN);
  return (
    <>
      {groups.map(([key, value]) => (
        <Facts key={key} title={words(key)} facts={value} />
      ))}
      {lists.map(([key, value]) => (
        <Rows key={key} title={words(key)} rows={value} empty="Nothing" />
      ))}
      {Object.keys(facts).length > 0 && <Facts title="Other figures" facts={facts} />}
    </>
  );
}
