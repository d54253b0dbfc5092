/** A stretch of time in milliseconds since the epoch. */
export interface Range {
  from: number;
  to: number;
}

/** What a graph shows: the last so many milliseconds, followed live, or a fixed stretch. */
export type View = { kind: 'live'; length: number } | ({ kind: 'fixed' } & Range);

export interface Preset {
  label: string;
  length: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const PRESETS: readonly Preset[] = [
  { label: '5m', length: 5 * MINUTE },
  { label: '15m', length: 15 * MINUTE },
  { label: '1h', length: HOUR },
  { label: '6h', length: 6 * HOUR },
  { label: '1d', length: DAY },
  { label: '7d', length: 7 * DAY },
  { label: '30d', length: 30 * DAY },
  { label: '1y', length: 365 * DAY },
];

/** The shortest and the longest stretch that can be shown. */
export const MIN_LENGTH = 10_000;
export const MAX_LENGTH = 10 * 365 * DAY;

/** The stretch that a view shows at a moment. */
export function rangeOf(view: View, now: number): Range {
  return view.kind === 'live'
    ? { from: now - view.length, to: now }
    : { from: view.from, to: view.to };
}

/** Keeps a stretch within the allowed lengths around its middle, and out of the future. */
export function clamp(range: Range, now: number): Range {
  const wanted = range.to - range.from;
  const length = Math.min(MAX_LENGTH, Math.max(MIN_LENGTH, wanted));
  const middle = (range.from + range.to) / 2;
  let from = length === wanted ? range.from : middle - length / 2;
  // A little of the future may show, so that the newest point is not at the very edge.
  from = Math.max(0, Math.min(from, now + length * 0.05 - length));
  return { from: Math.round(from), to: Math.round(from + length) };
}

/** Makes a stretch longer (`factor` above 1) or shorter, keeping the moment `at` in its place. */
export function zoom(range: Range, factor: number, at: number, now: number): Range {
  const length = Math.min(MAX_LENGTH, Math.max(MIN_LENGTH, (range.to - range.from) * factor));
  const share = (at - range.from) / (range.to - range.from);
  const from = at - share * length;
  return clamp({ from, to: from + length }, now);
}

/** Moves a stretch by a share of its length; below zero into the past. */
export function pan(range: Range, share: number, now: number): Range {
  const by = (range.to - range.from) * share;
  return clamp({ from: range.from + by, to: range.to + by }, now);
}

/** Whether a stretch reaches to now, so that it may as well be followed. */
export function touchesNow(range: Range, now: number): boolean {
  return range.to >= now - (range.to - range.from) * 0.02;
}

/** How many buckets are worth asking for: one for every two pixels. */
export function bucketsFor(widthPx: number): number {
  return Math.max(50, Math.min(2_000, Math.floor(widthPx / 2)));
}

/** How often to ask again while following: about twice per bucket, between 2 s and a minute. */
export function refreshEvery(length: number, buckets: number): number {
  return Math.min(60_000, Math.max(2_000, length / buckets / 2));
}

/** Reads a view from the query of an address: `range=1h`, or `from` and `to` in milliseconds. */
export function viewFromQuery(query: URLSearchParams): View {
  const from = Number(query.get('from'));
  const to = Number(query.get('to'));
  if (Number.isFinite(from) && Number.isFinite(to) && from > 0 && to - from >= MIN_LENGTH) {
    return { kind: 'fixed', from, to };
  }
  const preset = PRESETS.find((each) => each.label === query.get('range'));
  return { kind: 'live', length: preset?.length ?? HOUR };
}

/** Writes a view into the query of an address. */
export function viewToQuery(view: View, query: URLSearchParams): void {
  query.delete('from');
  query.delete('to');
  query.delete('range');
  if (view.kind === 'fixed') {
    query.set('from', String(Math.round(view.from)));
    query.set('to', String(Math.round(view.to)));
    return;
  }
  const preset = PRESETS.find((each) => each.length === view.length);
  query.set('range', preset?.label ?? '1h');
}
