import { expect, it } from 'vitest';
import type { LatestItem } from '../api/types';
import { pickGraphs } from './pick';

function item(
  id: number,
  host: number,
  name: string,
  units: string,
  value: string | null = '5',
): LatestItem {
  return {
    itemid: String(id),
    key: name === 'NVPS' ? 'zabbix[wcache,values]' : `key${id}`,
    name,
    hostid: String(host),
    host: `host ${host}`,
    value_type: 'float',
    units,
    interval: '1s',
    value,
    clock: 1,
    previous: null,
    error: '',
  };
}

it('begins with the server, then pairs the directions of traffic, then goes to other hosts', () => {
  const graphs = pickGraphs(
    [
      item(1, 1, 'CPU', '%'),
      item(2, 1, 'eth0: Bits sent', 'bps'),
      item(3, 1, 'eth0: Bits received', 'bps'),
      item(4, 2, 'CPU', '%'),
      item(5, 3, 'NVPS', 'vps'),
    ],
    6,
  );
  expect(graphs.map((graph) => graph.items.map((each) => each.itemid))).toEqual([
    ['5'],
    ['2', '3'],
    ['4'],
    ['1'],
  ]);
  expect(graphs[1]?.title).toBe('host 1 · eth0: Bits');
});

it('shows what there is where no units are known', () => {
  const items = [item(1, 1, 'Queue', ''), item(2, 1, 'Users', 'users')];
  expect(pickGraphs(items, 4).map((graph) => graph.items[0]?.itemid)).toEqual(['1', '2']);
});

it('passes over items without a value, and stops at the most wanted', () => {
  const items = [item(1, 1, 'CPU', '%', null), item(2, 2, 'T', '°C'), item(3, 3, 'CPU', '%')];
  expect(pickGraphs(items, 1).map((graph) => graph.items[0]?.itemid)).toEqual(['3']);
  expect(pickGraphs([], 4)).toEqual([]);
});
