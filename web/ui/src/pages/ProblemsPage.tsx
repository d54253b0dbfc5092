import { Button, Checkbox, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { client } from '../api/client';
import type { Problem, ProblemPage } from '../api/types';
import { SEVERITY_CODES, severityName } from '../format/severity';
import { moment, span } from '../format/time';
import { useNow, useProblemCounts } from '../live/hooks';
import { useLoad } from '../live/useLoad';
import { Icon } from '../parts/Icons';
import {
  Empty,
  ErrorNote,
  PageHead,
  Severity,
  severityStyle,
  Skeletons,
  Tags,
  useRested,
} from '../parts/parts';
import { AcknowledgeModal } from './AcknowledgeModal';
import { useQueryState } from './useQueryState';

const LIMIT = 500;

export function ProblemsPage() {
  const [query, change] = useQueryState();
  const severities = query.get('severities') ?? '';
  const acknowledged = query.get('acknowledged') ?? '';
  const recent = query.get('recent') ?? '';
  const hostid = query.get('hostid') ?? '';
  const eventid = query.get('eventid') ?? '';
  const [search, setSearch] = useState(query.get('search') ?? '');
  const rested = useRested(search, 200);
  const counts = useProblemCounts();
  const version = useRested(counts?.version ?? 0, 250);

  const loaded = useLoad(
    (signal) =>
      client.read<ProblemPage>(
        '/api/problems',
        { severities, acknowledged, recent, hostid, eventid, search: rested, limit: LIMIT },
        signal,
      ),
    JSON.stringify([severities, acknowledged, recent, hostid, eventid, rested, version]),
    15_000,
  );
  const page = loaded.data;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [handling, setHandling] = useState<Problem[]>([]);
  const picked = useMemo(
    () => page?.problems.filter((problem) => chosen.has(problem.eventid)) ?? [],
    [page, chosen],
  );
  const now = useNow(1_000);

  const toggleSeverity = (code: number) => {
    const set = new Set(severities === '' ? [] : severities.split(','));
    if (!set.delete(String(code))) {
      set.add(String(code));
    }
    change({ severities: [...set].sort().join() });
  };

  return (
    <div className="content fill" id="content" tabIndex={-1}>
      <PageHead title="Problems">
        <TextInput
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder="Problem or host"
          aria-label="Filter problems"
          leftSection={<Icon name="search" size={15} />}
          w={240}
        />
        <SegmentedControl
          value={recent === '1' ? '1' : '0'}
          onChange={(value) => change({ recent: value === '1' ? '1' : undefined })}
          data={[
            { value: '0', label: 'Open' },
            { value: '1', label: 'Recent too' },
          ]}
          aria-label="Open or recent"
        />
        <SegmentedControl
          value={acknowledged === '' ? 'any' : acknowledged}
          onChange={(value) => change({ acknowledged: value === 'any' ? undefined : value })}
          data={[
            { value: 'any', label: 'Any' },
            { value: '0', label: 'Not taken' },
            { value: '1', label: 'Taken' },
          ]}
          aria-label="Acknowledged or not"
        />
        {(hostid !== '' || eventid !== '') && (
          <button
            type="button"
            className="toggle"
            aria-pressed="true"
            onClick={() => change({ hostid: undefined, eventid: undefined })}
          >
            {eventid !== '' ? 'One problem' : `Host: ${page?.problems[0]?.host ?? hostid}`}
            <Icon name="close" size={12} />
          </button>
        )}
        <span className="grow" />
        <Button
          disabled={picked.length === 0}
          leftSection={<Icon name="check" size={14} />}
          onClick={() => setHandling(picked)}
        >
          Acknowledge {picked.length > 0 ? picked.length : ''}
        </Button>
      </PageHead>
      <div
        style={{ display: 'flex', gap: 6, marginBottom: 12 }}
        role="group"
        aria-label="Severities"
      >
        {SEVERITY_CODES.map((code) => (
          <button
            key={code}
            type="button"
            className="toggle"
            style={severityStyle(code)}
            aria-pressed={severities.split(',').includes(String(code))}
            onClick={() => toggleSeverity(code)}
          >
            <i />
            {severityName(code)}
            <span className="num faint">{counts?.counts[code] ?? 0}</span>
          </button>
        ))}
      </div>
      <ErrorNote error={loaded.error} onRetry={loaded.reload} />
      <section className="panel" style={{ flex: 1, minHeight: 0 }} aria-label="Problems">
        <div className="scroll">
          {!page && <Skeletons rows={12} />}
          {page?.problems.length === 0 && <NoProblems filtered={query.size > 0 || rested !== ''} />}
          {page && page.problems.length > 0 && (
            <ProblemTable
              problems={page.problems}
              now={now}
              chosen={chosen}
              setChosen={setChosen}
              handle={(problem) => setHandling([problem])}
            />
          )}
          {page && page.total > page.problems.length && (
            <div className="state" style={{ padding: 12 }}>
              The newest {page.problems.length} of {page.total.toLocaleString('en')}; narrow the
              filter to see others.
            </div>
          )}
        </div>
      </section>
      {handling.length > 0 && (
        <AcknowledgeModal
          problems={handling}
          onClose={(done) => {
            setHandling([]);
            if (done) {
              setChosen(new Set());
              loaded.reload();
            }
          }}
        />
      )}
    </div>
  );
}

function NoProblems({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <Empty title="No problem fits the filter">Remove a filter to see more.</Empty>
  ) : (
    <Empty title="No open problems">Everything that is watched is as it should be.</Empty>
  );
}

function ProblemTable({
  problems,
  now,
  chosen,
  setChosen,
  handle,
}: {
  problems: Problem[];
  now: number;
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
  handle: (problem: Problem) => void;
}) {
  const all = problems.every((problem) => chosen.has(problem.eventid));
  const choose = (id: string, on: boolean) => {
    const after = new Set(chosen);
    if (on) {
      after.add(id);
    } else {
      after.delete(id);
    }
    setChosen(after);
  };
  return (
    <table className="z" data-testid="problems">
      <thead>
        <tr>
          <th className="shrink">
            <Checkbox
              checked={all}
              indeterminate={!all && chosen.size > 0}
              aria-label="Choose all"
              onChange={(event) =>
                setChosen(
                  new Set(event.currentTarget.checked ? problems.map((each) => each.eventid) : []),
                )
              }
            />
          </th>
          <th>Began</th>
          <th>Severity</th>
          <th>Host</th>
          <th>Problem</th>
          <th className="right">Lasts</th>
          <th>State</th>
          <th>Tags</th>
          <th className="shrink" />
        </tr>
      </thead>
      <tbody>
        {problems.map((problem) => (
          <tr key={problem.eventid} className={problem.r_clock > 0 ? 'resolved' : undefined}>
            <td className="shrink">
              <Checkbox
                checked={chosen.has(problem.eventid)}
                aria-label={`Choose ${problem.host} ${problem.name}`}
                onChange={(event) => choose(problem.eventid, event.currentTarget.checked)}
              />
            </td>
            <td className="shrink num">{moment(problem.clock, now)}</td>
            <td className="shrink">
              <Severity code={problem.severity} />
            </td>
            <td className="link shrink">
              <Link href={`/latest?hostid=${problem.hostid}`}>{problem.host}</Link>
            </td>
            <td>
              {problem.name}
              {problem.opdata !== '' && <span className="dim"> · {problem.opdata}</span>}
            </td>
            <td className="shrink right num">
              {span((problem.r_clock > 0 ? problem.r_clock : now) - problem.clock)}
            </td>
            <td className="shrink">
              <ProblemState problem={problem} now={now} />
            </td>
            <td className="shrink">
              <Tags tags={problem.tags} most={2} />
            </td>
            <td className="shrink right">
              {problem.itemids.length > 0 && (
                <Link
                  href={`/graph?itemids=${problem.itemids.join()}`}
                  className="dim link"
                  aria-label={`Graph of ${problem.name}`}
                >
                  <Icon name="graph" size={15} />
                </Link>
              )}{' '}
              <Button variant="subtle" size="compact-xs" onClick={() => handle(problem)}>
                Acknowledge
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ProblemState({ problem, now }: { problem: Problem; now: number }) {
  const messages = problem.acknowledges.filter((each) => each.message !== '');
  const last = messages[messages.length - 1];
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 7 }}>
      {problem.r_clock > 0 ? (
        <span style={{ color: 'var(--z-ok)' }}>Resolved {moment(problem.r_clock, now)}</span>
      ) : problem.acknowledged ? (
        <span
          style={{ color: 'var(--z-ok)', display: 'inline-flex', gap: 4, alignItems: 'center' }}
        >
          <Icon name="check" size={13} /> Taken
        </span>
      ) : (
        <span className="dim">Open</span>
      )}
      {last && (
        <Tooltip label={`${last.user}: ${last.message}`} multiline maw={360}>
          <span className="dim" style={{ display: 'inline-flex', gap: 3, alignItems: 'center' }}>
            <Icon name="message" size={13} />
            <span className="num">{messages.length}</span>
          </span>
        </Tooltip>
      )}
    </span>
  );
}
