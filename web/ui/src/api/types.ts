/** Shapes of what the server answers. Ids are decimal strings, times are milliseconds UTC. */

export type ValueType = 'float' | 'character' | 'log' | 'unsigned' | 'text' | 'binary';

export type LogState = 'writing' | 'disk_full' | 'failing';

export interface Pulse {
  log: LogState;
  message: string;
  values_per_s: number;
  late_items: number;
  busy_share: number;
  clock: number;
}

export interface LatestItem {
  itemid: string;
  key: string;
  name: string;
  hostid: string;
  host: string;
  value_type: ValueType;
  units: string;
  interval: string;
  value: string | null;
  clock: number | null;
  previous: string | null;
  error: string;
}

export interface LatestPage {
  items: LatestItem[];
  total: number;
  exact: boolean;
}

/** A series of one item: raw points where `step` is 0, else buckets of `step` ms. */
export interface Series {
  itemid: string;
  step: number;
  t: number[];
  avg: number[];
  min?: number[];
  max?: number[];
}

export interface SeriesAnswer {
  series: Series[];
}

export interface Tag {
  tag: string;
  value: string;
}

export interface ProblemAction {
  user: string;
  clock: number;
  action: number;
  message: string;
  severity: number;
}

export interface Problem {
  eventid: string;
  triggerid: string;
  hostid: string;
  host: string;
  name: string;
  severity: number;
  clock: number;
  /** When it ended; 0 while it lasts. */
  r_clock: number;
  acknowledged: boolean;
  manual_close: boolean;
  opdata: string;
  tags: Tag[];
  itemids: string[];
  acknowledges: ProblemAction[];
}

export interface ProblemCounts {
  version: number;
  /** Open problems by severity code. */
  counts: number[];
  unacknowledged: number;
}

export interface ProblemPage extends ProblemCounts {
  problems: Problem[];
  total: number;
}

export type AvailabilityState = 'unknown' | 'available' | 'unavailable';

export interface HostInterface {
  interfaceid: string;
  type: string;
  address: string;
  port: number;
  state: AvailabilityState;
  since: number;
  reason: string;
}

export interface HostRow {
  hostid: string;
  host: string;
  name: string;
  groups: string[];
  tags: Tag[];
  state: AvailabilityState;
  interfaces: HostInterface[];
  items: number;
  triggers: number;
  /** Open problems by severity code. */
  problems: number[];
}

export interface HostCounts {
  total: number;
  available: number;
  unavailable: number;
  unknown: number;
}

export interface HostPage {
  hosts: HostRow[];
  total: number;
  counts: HostCounts;
}

export interface Overview extends ProblemCounts {
  hosts: HostCounts;
  items: number;
  triggers: number;
  pulse: Pulse;
  top: Problem[];
}

export interface LiveValue {
  itemid: string;
  clock: number | null;
  value: string | null;
  error: string;
}

export interface UserData {
  userid: string;
  username: string;
  name: string;
  surname: string;
  sessionid: string;
}

export type DiagValue =
  string | number | boolean | null | DiagValue[] | { [key: string]: DiagValue };

export type Diag = Record<string, DiagValue>;
