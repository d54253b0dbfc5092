import { Link } from 'wouter';
import { client } from '../api/client';
import type { HostCounts, LatestItem, LatestPage, Overview } from '../api/types';
import { SEVERITY_CODES, severityName } from '../format/severity';
import { moment, span } from '../format/time';
import { compact, digits, percent } from '../format/units';
import { pickGraphs } from '../graph/pick';
import { MiniGraph } from '../graph/MiniGraph';
import { useNow, useProblemCounts, usePulse, usePulses } from '../live/hooks';
import { useLoad } from '../live/useLoad';
import {
  Empty,
  ErrorNote,
  PageHead,
  Panel,
  Severity,
  severityStyle,
  Skeletons,
  Sparkline,
} from '../parts/parts';

export function OverviewPage() {
  const problems = useProblemCounts();
  const overview = useLoad(
    (signal) => client.read<Overview>('/api/overview', {}, signal),
    `overview ${problems?.version ?? 0}`,
    10_000,
  );
  const graphs = useLoad(readGraphs, 'graphs', 60_000);
  const counts = problems?.counts ?? overview.data?.counts;
  return (
    <div className="content" id="content" tabIndex={-1}>
      <PageHead title="Overview" />
      <ErrorNote error={overview.error} onRetry={overview.reload} />
      <SeverityBar counts={counts} />
      <Tiles overview={overview.data} />
      <div className="grid" style={{ gridTemplateColumns: 'minmax(0, 1.15fr) minmax(0, 1fr)' }}>
        <TopProblems overview={overview.data} />
        <div className="grid" style={{ alignContent: 'start' }}>
          {graphs.data?.slice(0, 2).map((graph, i) => (
            <MiniGraph
              key={graph.title}
              title={graph.title}
              items={graph.items}
              color={i}
              height={172}
            />
          ))}
          {graphs.data?.length === 0 && (
            <Panel title="Graphs">
              <Empty title="No numeric items yet">Graphs appear once values arrive.</Empty>
            </Panel>
          )}
        </div>
      </div>
      <div
        className="grid"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(360px, 1fr))', marginTop: 12 }}
      >
        {graphs.data?.slice(2).map((graph, i) => (
          <MiniGraph key={graph.title} title={graph.title} items={graph.items} color={i + 2} />
        ))}
      </div>
    </div>
  );
}

async function readGraphs(signal: AbortSignal) {
  const ask = (search: string, limit: number) =>
    client.read<LatestPage>('/api/latest', { search, limit }, signal);
  const [own, all] = await Promise.all([ask('zabbix[', 50), ask('', 400)]);
  const items: LatestItem[] = [...own.items, ...all.items];
  return pickGraphs(items, 6);
}

function SeverityBar({ counts }: { counts: number[] | undefined }) {
  return (
    <div className="sevbar" aria-label="Open problems by severity">
      {SEVERITY_CODES.map((code) => {
        const count = counts?.[code] ?? 0;
        return (
          <Link
            key={code}
            href={`/problems?severities=${code}`}
            style={severityStyle(code)}
            data-some={count > 0}
          >
            <b>{counts ? count : '–'}</b>
            <span>{severityName(code)}</span>
          </Link>
        );
      })}
    </div>
  );
}

function Tiles({ overview }: { overview: Overview | undefined }) {
  const livePulse = usePulse();
  const pulses = usePulses();
  const pulse = livePulse ?? overview?.pulse;
  return (
    <div className="tiles">
      <div className="tile">
        <span className="label">Values per second</span>
        <span className="figure" data-testid="values-per-s">
          {pulse ? compact(pulse.values_per_s) : '–'}
        </span>
        <span className="spark">
          <Sparkline
            points={pulses.map((each) => [each.clock, each.values_per_s] as const)}
            width={140}
            height={34}
            zero
          />
        </span>
      </div>
      <HostsTile hosts={overview?.hosts} />
      <div className="tile">
        <span className="label">Items</span>
        <span className="figure">{overview ? compact(overview.items) : '–'}</span>
        <span className="note">
          {overview ? `${overview.triggers.toLocaleString('en')} triggers` : ' '}
        </span>
      </div>
      <div className="tile">
        <span className="label">Late over 5 s</span>
        <span
          className="figure"
          style={pulse && pulse.late_items > 0 ? { color: 'var(--z-sev-2)' } : undefined}
        >
          {pulse ? compact(pulse.late_items) : '–'} <small>items</small>
        </span>
        <span className="note">
          {pulse && overview && overview.items > 0
            ? `${digits((pulse.late_items / overview.items) * 100, 2)} % of all`
            : ' '}
        </span>
      </div>
      <div className="tile">
        <span className="label">Busiest shard</span>
        <span className="figure">{pulse ? percent(pulse.busy_share) : '–'}</span>
        <span className="meter" style={{ marginTop: 8 }}>
          <i
            style={{
              width: `${Math.min(100, (pulse?.busy_share ?? 0) * 100)}%`,
              background: (pulse?.busy_share ?? 0) > 0.85 ? 'var(--z-sev-4)' : 'var(--z-accent)',
            }}
          />
        </span>
      </div>
      <div className="tile">
        <span className="label">Not acknowledged</span>
        <span className="figure">{overview ? overview.unacknowledged : '–'}</span>
        <span className="note">
          <Link href="/problems?acknowledged=0" className="link">
            taken by nobody yet
          </Link>
        </span>
      </div>
    </div>
  );
}

function HostsTile({ hosts }: { hosts: HostCounts | undefined }) {
  const share = (count: number) => `${hosts && hosts.total > 0 ? (count / hosts.total) * 100 : 0}%`;
  return (
    <div className="tile">
      <span className="label">Hosts available</span>
      <span className="figure">
        {hosts ? hosts.available : '–'} <small>of {hosts?.total ?? '–'}</small>
      </span>
      <span className="meter" style={{ margin: '3px 0' }}>
        <i style={{ width: share(hosts?.available ?? 0), background: 'var(--z-ok)' }} />
        <i style={{ width: share(hosts?.unavailable ?? 0), background: 'var(--z-sev-5)' }} />
      </span>
      <span className="note">
        <Link href="/hosts?state=unavailable" className="link">
          {hosts?.unavailable ?? 0} not available
        </Link>
        {hosts && hosts.unknown > 0 ? `, ${hosts.unknown} unknown` : ''}
      </span>
    </div>
  );
}

function TopProblems({ overview }: { overview: Overview | undefined }) {
  const now = useNow(1_000);
  return (
    <Panel
      title="Top problems"
      actions={
        <Link href="/problems" className="dim link">
          All problems
        </Link>
      }
    >
      {!overview && <Skeletons rows={8} />}
      {overview?.top.length === 0 && (
        <Empty title="No open problems">Everything that is watched is as it should be.</Empty>
      )}
      {overview && overview.top.length > 0 && (
        <div className="scroll">
          <table className="z fixed">
            <thead>
              <tr>
                <th style={{ width: 118 }}>Severity</th>
                <th style={{ width: 142 }}>Host</th>
                <th>Problem</th>
                <th className="right" style={{ width: 94 }}>
                  Since
                </th>
                <th className="right" style={{ width: 78 }}>
                  Lasts
                </th>
              </tr>
            </thead>
            <tbody>
              {overview.top.map((problem) => (
                <tr key={problem.eventid}>
                  <td className="shrink">
                    <Severity code={problem.severity} />
                  </td>
                  <td className="link ellipsis">
                    <Link href={`/latest?hostid=${problem.hostid}`}>{problem.host}</Link>
                  </td>
                  <td
                    className="link ellipsis"
                    title={`${problem.name}${problem.opdata === '' ? '' : ` · ${problem.opdata}`}`}
                  >
                    <Link href={`/problems?eventid=${problem.eventid}`}>{problem.name}</Link>
                    {problem.opdata !== '' && <span className="dim"> · {problem.opdata}</span>}
                  </td>
                  <td className="shrink right num dim">{moment(problem.clock, now)}</td>
                  <td className="shrink right num">{span(now - problem.clock)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
