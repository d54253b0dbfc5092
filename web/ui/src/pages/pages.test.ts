import { describe, expect, it } from 'vitest';
import { actionOf, actionWords } from './acknowledge';
import { asRecords, figure, leftOver, words } from './diag';

const NOTHING = {
  message: ' ',
  acknowledge: false,
  unacknowledge: false,
  close: false,
  severity: null,
};

describe('acknowledging', () => {
  it('adds up the bits of what the form asks for', () => {
    expect(actionOf(NOTHING)).toBe(0);
    expect(actionOf({ ...NOTHING, acknowledge: true, message: 'mine' })).toBe(6);
    expect(actionOf({ ...NOTHING, close: true, severity: '3' })).toBe(9);
    expect(actionOf({ ...NOTHING, unacknowledge: true })).toBe(16);
  });

  it('says what was done', () => {
    expect(actionWords(6, 'High')).toBe('acknowledged, said');
    expect(actionWords(9, 'High')).toBe('closed, set to High');
  });
});

describe('the server’s inside', () => {
  it('takes units from the ends of names', () => {
    expect(figure('used_bytes', 1536)).toBe('1.5 KB');
    expect(figure('bytes_per_s', 2048)).toBe('2 KBps');
    expect(figure('busy_share', 0.25)).toBe('25 %');
    expect(figure('oldest_age_ms', 0.4)).toBe('0.4 ms');
    expect(figure('sync_ms', 2500)).toBe('2.5s');
    expect(figure('uptime_s', 75)).toBe('1m 15s');
    expect(figure('items', 1234567)).toBe('1,234,567');
    expect(figure('state', 'disk_full')).toBe('Disk full');
    expect(figure('on', true)).toBe('yes');
    expect(figure('none', null)).toBe('–');
  });

  it('turns names into words', () => {
    expect(words('oldest_age_ms')).toBe('Oldest age');
    expect(words('bytes_per_s')).toBe('Bytes per s');
    expect(words('snmp')).toBe('SNMP');
    expect(words('bytes')).toBe('Bytes');
  });

  it('sorts what has no panel of its own by its shape', () => {
    const rest = leftOver(
      { queue: [], version: '1', threads: 5, snmp: { timeouts: 1 }, duties: [{ name: 'a' }] },
      ['queue', 'version'],
    );
    expect(rest.facts).toEqual({ threads: 5 });
    expect(rest.groups).toEqual([['snmp', { timeouts: 1 }]]);
    expect(rest.lists).toEqual([['duties', [{ name: 'a' }]]]);
  });

  it('bears what is missing or of another shape', () => {
    expect(asRecords(undefined)).toEqual([]);
    expect(asRecords('text')).toEqual([]);
    expect(asRecords([1, { a: 2 }])).toEqual([{}, { a: 2 }]);
  });
});
