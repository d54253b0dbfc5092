import type { ValueType } from '../api/types';
import { dateTime } from './time';

const PREFIXES = ['', 'K', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];

/** Units that are never scaled, as in Zabbix; a leading `!` says the same of any unit. */
const PLAIN = new Set(['', '%', 'ms', 'rpm', 'RPM']);

/** A number with its units, written as Zabbix's pages do: `1.5 Gbps`, `12.3 KB`, `2d 3h 4m`. */
export function withUnits(value: number, units: string): string {
  if (!Number.isFinite(value)) {
    return '–';
  }
  switch (units) {
    case 'uptime':
      return uptime(value);
    case 's':
      return seconds(value);
    case 'unixtime':
      return dateTime(value * 1000);
    default:
      return scaled(value, units);
  }
}

function scaled(value: number, units: string): string {
  const shown = units.startsWith('!') ? units.slice(1) : units;
  if (PLAIN.has(units) || units.startsWith('!')) {
    const text = digits(value, shown === '' ? 4 : 2);
    return shown === '' ? text : `${text} ${shown}`;
  }
  const base = baseOf(units);
  let prefix = 0;
  let rest = value;
  // Rounding to two decimals may reach the base: 999.999 K is written 1 M.
  while (Math.abs(round(rest, 2)) >= base && prefix < PREFIXES.length - 1) {
    rest /= base;
    prefix++;
  }
  return `${digits(rest, 2)} ${PREFIXES[prefix] ?? ''}${shown}`;
}

/** 1024 for bytes, 1000 for all else. */
export function baseOf(units: string): number {
  return units === 'B' || units === 'Bps' ? 1024 : 1000;
}

function round(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

/** At most so many decimals, more for small numbers, without trailing zeros. */
export function digits(value: number, decimals: number): string {
  if (value === 0) {
    return '0';
  }
  const size = Math.abs(value);
  if (size >= 1e15) {
    return Number.isInteger(value) ? BigInt(value).toString() : value.toPrecision(6);
  }
  if (size < 10 ** -decimals) {
    return size < 1e-6 ? value.toExponential(2) : trim(value.toFixed(6));
  }
  return trim(value.toFixed(decimals));
}

function trim(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function uptime(value: number): string {
  const sign = value < 0 ? '-' : '';
  const total = Math.floor(Math.abs(value));
  const days = Math.floor(total / 86_400);
  const clock = [Math.floor(total / 3600) % 24, Math.floor(total / 60) % 60, total % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  if (days === 0) {
    return sign + clock;
  }
  return `${sign}${days} ${days === 1 ? 'day' : 'days'}, ${clock}`;
}

const PARTS: readonly [number, string][] = [
  [31_536_000, 'y'],
  [2_592_000, 'M'],
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'm'],
  [1, 's'],
];

/** A length of time in up to three parts: `1h 5m 3s`; below a second in milliseconds. */
export function seconds(value: number): string {
  const sign = value < 0 ? '-' : '';
  const size = Math.abs(value);
  if (size === 0) {
    return '0';
  }
  if (size < 1) {
    return `${sign}${digits(size * 1000, 2)}ms`;
  }
  if (size < 60) {
    return `${sign}${digits(size, 2)}s`;
  }
  let rest = Math.floor(size);
  const out: string[] = [];
  let taken = 0;
  for (const [length, name] of PARTS) {
    const count = Math.floor(rest / length);
    rest %= length;
    if (count > 0 || taken > 0) {
      taken++;
      if (count > 0) {
        out.push(`${count}${name}`);
      }
    }
    if (taken === 3) {
      break;
    }
  }
  return sign + out.join(' ');
}

export function isNumeric(type: ValueType): boolean {
  return type === 'float' || type === 'unsigned';
}

/** An item's value as people read it. Large integers without units are written out exactly. */
export function formatValue(value: string | null, type: ValueType, units: string): string {
  if (value === null) {
    return '';
  }
  if (!isNumeric(type)) {
    return value;
  }
  if (type === 'unsigned' && (units === '' || units.startsWith('!'))) {
    return units.length > 1 ? `${value} ${units.slice(1)}` : value;
  }
  return withUnits(Number(value), units);
}

/** The change from one value to the next, with its sign; empty where there is none to tell. */
export function formatChange(
  value: string | null,
  previous: string | null,
  type: ValueType,
  units: string,
): string {
  if (value === null || previous === null || !isNumeric(type) || units === 'unixtime') {
    return '';
  }
  const change = Number(value) - Number(previous);
  if (change === 0 || !Number.isFinite(change)) {
    return '';
  }
  return (change > 0 ? '+' : '−') + withUnits(Math.abs(change), units);
}

/** Labels of an axis: all with one prefix, and as many decimals as its step needs. */
export function axisLabels(values: readonly number[], step: number, units: string): string[] {
  if (units === 's' || units === 'uptime') {
    return values.map(seconds);
  }
  if (units === 'unixtime') {
    return values.map((value) => dateTime(value * 1000));
  }
  const shown = units.startsWith('!') ? units.slice(1) : units;
  const base = baseOf(units);
  const most = Math.max(0, ...values.map(Math.abs));
  const scales = units === '' ? most >= 100_000 : !PLAIN.has(units) && !units.startsWith('!');
  let prefix = 0;
  if (scales) {
    while (most / base ** prefix >= base && prefix < PREFIXES.length - 1) {
      prefix++;
    }
  }
  const size = base ** prefix;
  // A little less than the exact logarithm, for steps such as 0.1 that are not exact themselves.
  const decimals = Math.max(0, Math.min(6, Math.ceil(-Math.log10(step / size) - 1e-9)));
  const places = Number((step / size).toFixed(decimals)) === step / size ? decimals : decimals + 1;
  const suffix = `${PREFIXES[prefix] ?? ''}${shown}`;
  return values.map((value) => {
    const text = (value / size).toFixed(base === 1024 ? Math.min(places, 2) : places);
    return suffix === '' ? text : `${text} ${suffix}`;
  });
}

/** A count for tiles: `1,234`, `12.3 K`, `1.25 M`. */
export function compact(value: number): string {
  if (Math.abs(value) < 10_000) {
    return Math.round(value).toLocaleString('en');
  }
  return scaled(value, 'x').replace(/x$/, '').trimEnd();
}

/** A share from 0 to 1 in percent. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}
