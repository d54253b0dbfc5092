import { describe, expect, it } from 'vitest';
import type { Series } from '../api/types';
import { align, append, breaks, summarise, usualDistance } from './data';

function raw(itemid: string, points: [number, number][]): Series {
  return { itemid, step: 0, t: points.map(([t]) => t), avg: points.map(([, v]) => v) };
}

describe('align', () => {
  it('brings series of different times to one axis', () => {
    const table = align([
      raw('1', [
        [1000, 1],
        [3000, 3],
      ]),
      raw('2', [
        [2000, 20],
        [3000, 30],
      ]),
    ]);
    expect(table.x).toEqual([1, 2, 3]);
    expect(table.columns[0]?.avg).toEqual([1, undefined, 3]);
    expect(table.columns[1]?.avg).toEqual([undefined, 20, 30]);
  });

  it('breaks the line in a long gap', () => {
    const table = align([
      raw('1', [
        [1000, 1],
        [2000, 2],
        [3000, 3],
        [13_000, 4],
      ]),
    ]);
    expect(table.x).toEqual([1, 2, 3, 8, 13]);
    expect(table.columns[0]?.avg).toEqual([1, 2, 3, null, 4]);
  });

  it('has bands where series are buckets', () => {
    const table = align([
      { itemid: '1', step: 1000, t: [1000], avg: [2], min: [1], max: [3] },
      raw('2', [[1000, 5]]),
    ]);
    expect(table.columns[0]).toEqual({ avg: [2], min: [1], max: [3] });
    expect(table.columns[1]).toEqual({ avg: [5] });
  });

  it('of nothing is nothing', () => {
    expect(align([])).toEqual({ x: [], columns: [] });
  });
});

describe('gaps', () => {
  it('are measured against the usual distance', () => {
    expect(usualDistance([0, 10, 20, 500])).toBe(10);
    expect(usualDistance([0, 10])).toBe(0);
    expect(
      breaks(
        raw('1', [
          [0, 0],
          [10, 0],
        ]),
      ),
    ).toEqual([]);
  });

  it('are measured against the step of buckets', () => {
    const series: Series = { itemid: '1', step: 10, t: [0, 10, 50], avg: [1, 1, 1] };
    expect(breaks(series)).toEqual([30]);
  });
});

describe('append', () => {
  const series = raw('1', [[1000, 1]]);

  it('adds a newer point', () => {
    expect(append(series, 2000, 5).avg).toEqual([1, 5]);
  });

  it('passes over points that are not newer, or no numbers, or belong into buckets', () => {
    expect(append(series, 1000, 5)).toBe(series);
    expect(append(series, 2000, NaN)).toBe(series);
    const buckets = { ...series, step: 1000 };
    expect(append(buckets, 2000, 5)).toBe(buckets);
  });
});

describe('summarise', () => {
  it('counts what is in the range only', () => {
    const sum = summarise(
      raw('1', [
        [1000, 100],
        [2000, 1],
        [3000, 3],
      ]),
      1500,
      3000,
    );
    expect(sum).toEqual({ last: 3, min: 1, avg: 2, max: 3 });
  });

  it('takes the edges of buckets', () => {
    const series: Series = { itemid: '1', step: 10, t: [10], avg: [5], min: [1], max: [9] };
    expect(summarise(series, 0, 20)).toEqual({ last: 5, min: 1, avg: 5, max: 9 });
  });

  it('has nothing to say of an empty range', () => {
    expect(summarise(raw('1', []), 0, 1)).toBeUndefined();
  });
});
