import { expect, test } from 'vitest';
import { outcomeWords, took } from './preprocessing';

test('each outcome has its words', () => {
  expect(outcomeWords({ outcome: 'value', value: '12' })).toBe('12');
  expect(outcomeWords({ outcome: 'discarded' })).toContain('nothing is stored');
  expect(outcomeWords({ outcome: 'error', error: 'no such path' })).toBe(
    'not supported: no such path',
  );
});

test('times have units that fit them', () => {
  expect(took(0)).toBe('0 µs');
  expect(took(999)).toBe('999 µs');
  expect(took(1_500)).toBe('1.5 ms');
  expect(took(10_250_000)).toBe('10.25 s');
});
