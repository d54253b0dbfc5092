import { describe, expect, it } from 'vitest';
import {
  bucketsFor,
  clamp,
  MAX_LENGTH,
  MIN_LENGTH,
  pan,
  rangeOf,
  refreshEvery,
  touchesNow,
  viewFromQuery,
  viewToQuery,
  zoom,
} from './ranges';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

describe('a view', () => {
  it('that is live ends now', () => {
    expect(rangeOf({ kind: 'live', length: HOUR }, NOW)).toEqual({ from: NOW - HOUR, to: NOW });
  });

  it('survives the way through an address', () => {
    const query = new URLSearchParams('itemids=1,2&range=7d');
    viewToQuery({ kind: 'fixed', from: NOW - HOUR, to: NOW }, query);
    expect(query.get('itemids')).toBe('1,2');
    expect(query.has('range')).toBe(false);
    expect(viewFromQuery(query)).toEqual({ kind: 'fixed', from: NOW - HOUR, to: NOW });
    viewToQuery({ kind: 'live', length: 6 * HOUR }, query);
    expect(viewFromQuery(query)).toEqual({ kind: 'live', length: 6 * HOUR });
  });

  it.each(['', 'range=nonsense', 'from=5', 'from=abc&to=def', 'from=900000&to=800000'])(
    'of "%s" is the last hour',
    (query) => {
      expect(viewFromQuery(new URLSearchParams(query))).toEqual({ kind: 'live', length: HOUR });
    },
  );
});

describe('zooming', () => {
  it('keeps the moment under the pointer in its place', () => {
    const range = { from: NOW - HOUR, to: NOW };
    const at = NOW - HOUR / 4;
    const closer = zoom(range, 0.5, at, NOW);
    expect(closer.to - closer.from).toBe(HOUR / 2);
    expect((at - closer.from) / (closer.to - closer.from)).toBeCloseTo(0.75, 6);
  });

  it('stops at the shortest and the longest stretch', () => {
    const range = { from: NOW - HOUR, to: NOW };
    const short = zoom(range, 1e-9, NOW - HOUR / 2, NOW);
    expect(short.to - short.from).toBe(MIN_LENGTH);
    const long = zoom(range, 1e9, NOW, NOW);
    expect(long.to - long.from).toBe(MAX_LENGTH);
  });
});

describe('panning', () => {
  it('moves by a share of the length', () => {
    const range = { from: NOW - 2 * HOUR, to: NOW - HOUR };
    expect(pan(range, -0.5, NOW)).toEqual({ from: NOW - 2.5 * HOUR, to: NOW - 1.5 * HOUR });
  });

  it('does not leave the present behind', () => {
    const moved = pan({ from: NOW - HOUR, to: NOW }, 5, NOW);
    expect(moved.to).toBeLessThanOrEqual(NOW + HOUR * 0.05);
    expect(moved.to - moved.from).toBe(HOUR);
  });
});

describe('clamp', () => {
  it('widens around the middle', () => {
    const range = clamp({ from: NOW - HOUR, to: NOW - HOUR + 1000 }, NOW);
    expect(range.to - range.from).toBe(MIN_LENGTH);
    expect((range.from + range.to) / 2).toBe(NOW - HOUR + 500);
  });

  it('never begins before the epoch', () => {
    expect(clamp({ from: -5 * HOUR, to: -HOUR }, NOW)).toEqual({ from: 0, to: 4 * HOUR });
  });
});

it('a stretch that reaches to now may be followed', () => {
  expect(touchesNow({ from: NOW - HOUR, to: NOW - 1000 }, NOW)).toBe(true);
  expect(touchesNow({ from: NOW - HOUR, to: NOW - HOUR / 2 }, NOW)).toBe(false);
});

it('asks for as many buckets as can be seen, and as often as they change', () => {
  expect(bucketsFor(10)).toBe(50);
  expect(bucketsFor(1200)).toBe(600);
  expect(bucketsFor(100_000)).toBe(2000);
  expect(refreshEvery(300_000, 600)).toBe(2000);
  expect(refreshEvery(30 * 24 * HOUR, 600)).toBe(60_000);
});
