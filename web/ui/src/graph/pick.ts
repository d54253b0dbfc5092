import type { LatestItem } from '../api/types';
import { isNumeric } from '../format/units';

/** A graph that the overview shows. */
export interface Graph {
  title: string;
  items: LatestItem[];
}

/** Kinds of graphs worth showing first, in order, with a test of an item. */
const WISHES: readonly {
  units: readonly string[] | undefined;
  key: RegExp | undefined;
  pair: boolean;
}[] = [
  { units: undefined, key: /^zabbix\[(wcache,values|values_per_second)/, pair: false },
  { units: ['bps', 'Bps'], key: undefined, pair: true },
  { units: ['%'], key: undefined, pair: false },
  { units: ['°C', 'C'], key: undefined, pair: false },
  { units: ['V', 'W', 'A'], key: undefined, pair: false },
  { units: ['s', 'ms'], key: undefined, pair: false },
  { units: ['bps', 'Bps'], key: undefined, pair: true },
  { units: ['%'], key: undefined, pair: false },
  { units: ['B'], key: undefined, pair: false },
  // Anything that moves, where nothing has units that are known.
  { units: undefined, key: undefined, pair: true },
  { units: undefined, key: undefined, pair: true },
  { units: undefined, key: undefined, pair: true },
  { units: undefined, key: undefined, pair: true },
];

/**
 * Chooses a few graphs that show much of a network at a glance: the server's own values per
 * second, then traffic (in and out together), shares, temperatures and so on, each of another host
 * while there are others. Items without a value are passed over.
 */
export function pickGraphs(items: readonly LatestItem[], most: number): Graph[] {
  const candidates = items.filter((item) => isNumeric(item.value_type) && item.value !== null);
  const usedItems = new Set<string>();
  const usedHosts = new Set<string>();
  const graphs: Graph[] = [];
  for (const wish of WISHES) {
    const fits = candidates.filter(
      (item) =>
        !usedItems.has(item.itemid) &&
        (wish.key?.test(item.key) ?? true) &&
        (wish.units?.includes(item.units) ?? true),
    );
    const busy = fits.filter((item) => Number(item.value) !== 0);
    const first =
      busy.find((item) => !usedHosts.has(item.hostid)) ??
      busy[0] ??
      (wish.key ? fits[0] : undefined);
    if (!first || graphs.length >= most) {
      continue;
    }
    const group = wish.pair ? pairOf(first, candidates) : [first];
    group.forEach((item) => usedItems.add(item.itemid));
    usedHosts.add(first.hostid);
    graphs.push({ title: title(group), items: group });
  }
  return graphs;
}

/** The item and its other direction, where a name differs only in that. */
function pairOf(item: LatestItem, all: readonly LatestItem[]): LatestItem[] {
  const plain = undirected(item.name);
  const other = all.find(
    (each) =>
      each.hostid === item.hostid &&
      each.itemid !== item.itemid &&
      each.units === item.units &&
      undirected(each.name) === plain,
  );
  return other ? [item, other] : [item];
}

function undirected(name: string): string {
  return name
    .replace(
      /\b(in|out|received|sent|incoming|outgoing|rx|tx|inbound|outbound|input|output)\b/gi,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim();
}

function title(group: readonly LatestItem[]): string {
  const first = group[0];
  if (!first) {
    return '';
  }
  const name = group.length > 1 ? undirected(first.name).replace(/[:\s]+$/, '') : first.name;
  return `${first.host} · ${name}`;
}
