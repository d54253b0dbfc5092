import type { Series } from '../api/types';

/** A column of numbers; null breaks the line, undefined is bridged. */
export type Column = (number | null | undefined)[];

/** What a chart draws of several series over one axis of time. */
export interface Table {
  /** Moments in seconds, ascending. */
  x: number[];
  /** Per series: its line, and the edges of its band where it is made of buckets. */
  columns: { avg: Column; min?: Column; max?: Column }[];
}

/** How far apart two points may be, in usual distances, before the line breaks. */
const GAP = 3.5;

/** Brings series to one axis of time, with breaks where values are missing. */
export function align(series: readonly Series[]): Table {
  const moments = new Set<number>();
  const broken = series.map((each) => breaks(each));
  series.forEach((each, i) => {
    each.t.forEach((t) => moments.add(t));
    broken[i]?.forEach((t) => moments.add(t));
  });
  const sorted = [...moments].sort((a, b) => a - b);
  const row = new Map(sorted.map((t, i) => [t, i]));
  return {
    x: sorted.map((t) => t / 1000),
    columns: series.map((each, i) => {
      const column = (values: readonly number[]): Column => {
        const out: Column = new Array<number | null | undefined>(sorted.length).fill(undefined);
        for (const t of broken[i] ?? []) {
          out[row.get(t) ?? 0] = null;
        }
        each.t.forEach((t, at) => (out[row.get(t) ?? 0] = values[at] ?? null));
        return out;
      };
      const avg = column(each.avg);
      return each.min && each.max ? { avg, min: column(each.min), max: column(each.max) } : { avg };
    }),
  };
}

/** Moments at which a series' line has to break: in the middle of each long gap. */
export function breaks(series: Series): number[] {
  const usual = series.step > 0 ? series.step : usualDistance(series.t);
  const out: number[] = [];
  if (usual === 0) {
    return out;
  }
  for (let i = 1; i < series.t.length; i++) {
    const before = series.t[i - 1] ?? 0;
    const distance = (series.t[i] ?? 0) - before;
    if (distance > usual * GAP) {
      out.push(before + distance / 2);
    }
  }
  return out;
}

/** The median distance between neighbours; 0 for fewer than three points. */
export function usualDistance(t: readonly number[]): number {
  if (t.length < 3) {
    return 0;
  }
  const distances = t.slice(1).map((each, i) => each - (t[i] ?? 0));
  distances.sort((a, b) => a - b);
  return distances[distances.length >> 1] ?? 0;
}

/** Adds a live point to a raw series; answers the same series when the point is not newer. */
export function append(series: Series, clock: number, value: number): Series {
  const last = series.t[series.t.length - 1] ?? 0;
  if (series.step !== 0 || clock <= last || !Number.isFinite(value)) {
    return series;
  }
  return { ...series, t: [...series.t, clock], avg: [...series.avg, value] };
}

export interface Summary {
  last: number;
  min: number;
  avg: number;
  max: number;
}

/** The figures of a series within a range; undefined where it has no point there. */
export function summarise(series: Series, from: number, to: number): Summary | undefined {
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let count = 0;
  let last = NaN;
  series.t.forEach((t, i) => {
    const avg = series.avg[i];
    if (t < from - series.step || t > to || avg === undefined) {
      return;
    }
    min = Math.min(min, series.min?.[i] ?? avg);
    max = Math.max(max, series.max?.[i] ?? avg);
    sum += avg;
    count++;
    last = avg;
  });
  return count === 0 ? undefined : { last, min, avg: sum / count, max };
}
