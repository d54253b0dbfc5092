import type { Diag, DiagValue } from '../api/types';
import { digits, percent, seconds, withUnits } from '../format/units';

export function asNumber(value: DiagValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

export function asText(value: DiagValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function asRecord(value: DiagValue | undefined): Record<string, DiagValue> {
  return value && typeof value === 'object' && !Array.isArray(value) ? value : {};
}

export function asRecords(value: DiagValue | undefined): Record<string, DiagValue>[] {
  return Array.isArray(value) ? value.map((each) => asRecord(each)) : [];
}

/** `oldest_age_ms` as a heading: `Oldest age`; the unit shows in the figures. */
export function words(key: string): string {
  const plain = key.replace(/_(bytes_per_s|bytes|per_s|share|ms|us|s)$/, (unit) =>
    unit.endsWith('per_s') ? ' per s' : '',
  );
  const text = (plain === '' ? key : plain)
    .replaceAll('_', ' ')
    .trim()
    .replace(/\b(snmp|icmp|cpu|gc|jvm|rss|sse|http|api|id|udp)\b/g, (word) => word.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A figure with the unit that its key ends with. */
export function figure(key: string, value: DiagValue): string {
  if (typeof value === 'string') {
    return key === 'state' ? words(value) : value;
  }
  if (typeof value === 'boolean') {
    return value ? 'yes' : 'no';
  }
  if (typeof value !== 'number') {
    return value === null ? '–' : JSON.stringify(value);
  }
  if (key.endsWith('bytes_per_s')) {
    return withUnits(value, 'Bps');
  }
  if (key.endsWith('bytes')) {
    return withUnits(value, 'B');
  }
  if (key.endsWith('share')) {
    return percent(value);
  }
  if (key.endsWith('_ms')) {
    return value >= 1_000 ? seconds(value / 1_000) : `${digits(value, 1)} ms`;
  }
  if (key.endsWith('_us')) {
    return `${digits(value, 1)} µs`;
  }
  if (key.endsWith('_s') && !key.endsWith('per_s')) {
    return seconds(value);
  }
  return Number.isInteger(value) ? value.toLocaleString('en') : digits(value, 2);
}

/** What a diagnosis holds besides the keys named: single figures, groups of them, and lists. */
export function leftOver(
  diag: Diag,
  own: readonly string[],
): {
  facts: Record<string, DiagValue>;
  groups: [string, Record<string, DiagValue>][];
  lists: [string, Record<string, DiagValue>[]][];
} {
  const facts: Record<string, DiagValue> = {};
  const groups: [string, Record<string, DiagValue>][] = [];
  const lists: [string, Record<string, DiagValue>[]][] = [];
  for (const [key, value] of Object.entries(diag)) {
    if (own.includes(key)) {
      continue;
    }
    if (Array.isArray(value) && value.every((each) => each !== null && typeof each === 'object')) {
      lists.push([key, asRecords(value)]);
    } else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      groups.push([key, value]);
    } else {
      facts[key] = value;
    }
  }
  return { facts, groups, lists };
}
