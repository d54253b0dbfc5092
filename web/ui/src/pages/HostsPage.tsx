import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { client } from '../api/client';
import type { AvailabilityState, HostInterface, HostPage, HostRow } from '../api/types';
import { moment } from '../format/time';
import { useNow, useProblemCounts } from '../live/hooks';
import { useLoad } from '../live/useLoad';
import { Icon } from '../parts/Icons';
import { Empty, ErrorNote, PageHead, SeverityCounts, Skeletons, useRested } from '../parts/parts';
import { useQueryState } from './useQueryState';

const STATES: readonly { state: AvailabilityState; label: string; color: string }[] = [
  { state: 'available', label: 'Available', color: 'var(--z-ok)' },
  { state: 'unavailable', label: 'Not available', color: 'var(--z-sev-5)' },
  { state: 'unknown', label: 'Unknown', color: 'var(--z-sev-0)' },
];

const LIMIT = 500;

export function HostsPage() {
  const [query, change] = useQueryState();
  const state = query.get('state') ?? '';
  const [search, setSearch] = useState(query.get('search') ?? '');
  const rested = useRested(search, 160);
  const version = useRested(useProblemCounts()?.version ?? 0, 500);
  const loaded = useLoad(
    (signal) =>
      client.read<HostPage>('/api/hosts', { search: rested, state, limit: LIMIT }, signal),
    `${rested}|${state}|${version}`,
    5_000,
  );
  const page = loaded.data;
  const now = useNow(5_000);
  return (
    <div className="content fill" id="content" tabIndex={-1}>
      <PageHead title="Hosts">
        <TextInput
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder="Name, address or group"
          aria-label="Filter hosts"
          leftSection={<Icon name="search" size={15} />}
          w={240}
        />
        <div style={{ display: 'flex', gap: 4 }} role="group" aria-label="Availability">
          {STATES.map((each) => (
            <button
              key={each.state}
              type="button"
              className="toggle"
              style={{ '--sev': each.color } as React.CSSProperties}
              aria-pressed={state === each.state}
              onClick={() => change({ state: state === each.state ? undefined : each.state })}
            >
              <i />
              {each.label}
              <span className="num faint">{page?.counts[each.state] ?? '–'}</span>
            </button>
          ))}
        </div>
        <span className="dim num">
          {page &&
            (page.total > page.hosts.length
              ? `the first ${page.hosts.length} of ${page.total.toLocaleString('en')}`
              : `${page.total} hosts`)}
        </span>
      </PageHead>
      <ErrorNote error={loaded.error} onRetry={loaded.reload} />
      <section className="panel" style={{ flex: 1, minHeight: 0 }} aria-label="Hosts">
        <div className="scroll">
          {!page && <Skeletons rows={12} />}
          {page?.hosts.length === 0 && (
            <Empty title={rested === '' && state === '' ? 'No hosts' : 'No host fits the filter'}>
              {rested === '' && state === ''
                ? 'Hosts appear once the configuration names some.'
                : 'Remove a filter to see more.'}
            </Empty>
          )}
          {page && page.hosts.length > 0 && (
            <table className="z" data-testid="hosts">
              <thead>
                <tr>
                  <th>Host</th>
                  <th>Availability</th>
                  <th>Interface</th>
                  <th>Groups</th>
                  <th className="right">Items</th>
                  <th className="right">Triggers</th>
                  <th>Problems</th>
                </tr>
              </thead>
              <tbody>
                {page.hosts.map((host) => (
                  <HostLine key={host.hostid} host={host} now={now} />
                ))}
              </tbody>
            </table>
          )}
        </div>
      </section>
    </div>
  );
}

function HostLine({ host, now }: { host: HostRow; now: number }) {
  return (
    <tr>
      <td className="link shrink">
        <Link href={`/latest?hostid=${host.hostid}`}>
          <b style={{ fontWeight: 560 }}>{host.name}</b>
        </Link>
        {host.host !== host.name && <span className="faint"> {host.host}</span>}
      </td>
      <td>
        {host.interfaces.length === 0 ? (
          <span className="faint">asked through no interface</span>
        ) : (
          host.interfaces.map((each) => (
            <InterfaceState key={each.interfaceid} each={each} now={now} />
          ))
        )}
      </td>
      <td className="mono shrink dim">
        {host.interfaces.map((each) => `${each.type} ${each.address}:${each.port}`).join(', ')}
      </td>
      <td className="dim">{host.groups.join(', ')}</td>
      <td className="right num shrink link">
        <Link href={`/latest?hostid=${host.hostid}`}>{host.items.toLocaleString('en')}</Link>
      </td>
      <td className="right num shrink">{host.triggers.toLocaleString('en')}</td>
      <td className="shrink">
        <Link href={`/problems?hostid=${host.hostid}`}>
          <SeverityCounts counts={host.problems} />
        </Link>
      </td>
    </tr>
  );
}

function InterfaceState({ each, now }: { each: HostInterface; now: number }) {
  const words = STATES.find(({ state }) => state === each.state)?.label ?? each.state;
  return (
    <div style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
      <span className={`dot ${each.state}`} />
      <span style={{ whiteSpace: 'nowrap' }}>
        {words}
        {each.since > 0 && <span className="dim num"> since {moment(each.since, now)}</span>}
      </span>
      {each.reason !== '' && (
        <span style={{ color: 'var(--z-sev-4)' }} title={each.reason}>
          {each.reason}
        </span>
      )}
    </div>
  );
}
