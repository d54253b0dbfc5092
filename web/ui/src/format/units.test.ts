import { describe, expect, it } from 'vitest';
import {
  axisLabels,
  compact,
  digits,
  formatChange,
  formatValue,
  percent,
  seconds,
  withUnits,
} from './units';

describe('withUnits', () => {
  it.each([
    [0, 'bps', '0 bps'],
    [999, 'bps', '999 bps'],
    [1000, 'bps', '1 Kbps'],
    [999_999, 'bps', '1 Mbps'],
    [1_234_567, 'bps', '1.23 Mbps'],
    [-1_234_567, 'bps', '-1.23 Mbps'],
    [1024, 'B', '1 KB'],
    [1000, 'B', '1000 B'],
    [1536, 'Bps', '1.5 KBps'],
    [5_368_709_120, 'B', '5 GB'],
    [12.345, '%', '12.35 %'],
    [1500, 'ms', '1500 ms'],
    [7200, 'rpm', '7200 rpm'],
    [1500, '!requests', '1500 requests'],
    [1500, 'requests', '1.5 Krequests'],
    [1_234_567, '', '1234567'],
    [0.12345, '', '0.1235'],
    [0.0000001, '', '1.00e-7'],
  ])('writes %s %s as %s', (value, units, text) => {
    expect(withUnits(value, units)).toBe(text);
  });

  it.each([
    [0, '00:00:00'],
    [59, '00:00:59'],
    [86_399, '23:59:59'],
    [86_400, '1 day, 00:00:00'],
    [1_000_000, '11 days, 13:46:40'],
  ])('writes an uptime of %s s as %s', (value, text) => {
    expect(withUnits(value, 'uptime')).toBe(text);
  });

  it.each([
    [0, '0'],
    [0.0005, '0.5ms'],
    [0.25, '250ms'],
    [1.5, '1.5s'],
    [59, '59s'],
    [60, '1m'],
    [3661, '1h 1m 1s'],
    [3601, '1h 1s'],
    [90_061, '1d 1h 1m'],
    [-75, '-1m 15s'],
  ])('writes a length of %s s as %s', (value, text) => {
    expect(seconds(value)).toBe(text);
  });

  it('shows a dash for what is no number', () => {
    expect(withUnits(NaN, 'bps')).toBe('–');
    expect(withUnits(Infinity, '')).toBe('–');
  });
});

describe('formatValue', () => {
  it('never rounds an unsigned integer without units', () => {
    expect(formatValue('18446744073709551615', 'unsigned', '')).toBe('18446744073709551615');
  });

  it('keeps texts as they are', () => {
    expect(formatValue('1500', 'character', 'bps')).toBe('1500');
  });

  it('shows nothing where there is no value', () => {
    expect(formatValue(null, 'float', 'bps')).toBe('');
  });

  it('scales numbers with units', () => {
    expect(formatValue('2500000000', 'unsigned', 'bps')).toBe('2.5 Gbps');
  });
});

describe('formatChange', () => {
  it('tells the sign', () => {
    expect(formatChange('3000', '1000', 'float', 'bps')).toBe('+2 Kbps');
    expect(formatChange('1000', '3000', 'float', 'bps')).toBe('−2 Kbps');
  });

  it('is empty without a change, without a past, and for texts', () => {
    expect(formatChange('1', '1', 'float', '')).toBe('');
    expect(formatChange('1', null, 'float', '')).toBe('');
    expect(formatChange('b', 'a', 'text', '')).toBe('');
  });
});

describe('axisLabels', () => {
  it('uses one prefix and the decimals that the step needs', () => {
    expect(axisLabels([1100, 1125, 1150], 25, 'vps')).toEqual([
      '1.100 Kvps',
      '1.125 Kvps',
      '1.150 Kvps',
    ]);
    expect(axisLabels([0, 200e6, 400e6], 200e6, 'bps')).toEqual(['0 Mbps', '200 Mbps', '400 Mbps']);
  });

  it('counts bytes in powers of 1024', () => {
    expect(axisLabels([0, 1024 ** 3, 2 * 1024 ** 3], 1024 ** 3, 'B')).toEqual([
      '0 GB',
      '1 GB',
      '2 GB',
    ]);
  });

  it('does not scale percent', () => {
    expect(axisLabels([0, 0.5, 1], 0.5, '%')).toEqual(['0.0 %', '0.5 %', '1.0 %']);
  });
});

describe('small figures', () => {
  it('keeps counts short', () => {
    expect(compact(1234)).toBe('1,234');
    expect(compact(12_345)).toBe('12.35 K');
    expect(compact(1_250_000)).toBe('1.25 M');
    expect(compact(0)).toBe('0');
  });

  it('writes shares in percent', () => {
    expect(percent(0.314)).toBe('31 %');
    expect(percent(0.0314)).toBe('3.1 %');
  });

  it('cuts zeros at the end, not in the middle', () => {
    expect(digits(100, 2)).toBe('100');
    expect(digits(1.1, 2)).toBe('1.1');
    expect(digits(10.001, 2)).toBe('10');
  });
});
