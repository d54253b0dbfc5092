import { describe, expect, it } from 'vitest';
import { clock, dateTime, moment, span } from './time';

const AT = new Date(2026, 11, 1, 4, 5, 6).getTime();

describe('times', () => {
  it('are written in the reader’s zone, with leading zeros', () => {
    expect(dateTime(AT)).toBe('2026-12-01 04:05:06');
    expect(clock(AT)).toBe('04:05:06');
  });

  it('leave out what is the same as now', () => {
    expect(moment(AT, new Date(2026, 11, 1, 23, 0, 0).getTime())).toBe('04:05:06');
    expect(moment(AT, new Date(2026, 11, 2, 0, 0, 1).getTime())).toBe('12-01 04:05');
    expect(moment(AT, new Date(2027, 0, 1).getTime())).toBe('2026-12-01 04:05');
  });

  it.each([
    [-5, '0s'],
    [0, '0s'],
    [59_999, '59s'],
    [61_000, '1m 1s'],
    [3_600_000, '1h 0m'],
    [90_000_000, '1d 1h'],
  ])('a span of %s ms is %s', (ms, text) => {
    expect(span(ms)).toBe(text);
  });
});
