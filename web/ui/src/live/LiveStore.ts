import type { ServerEvent } from '../api/sse';
import type { LiveValue, ProblemCounts, Pulse } from '../api/types';

export type LiveStatus = 'off' | 'connecting' | 'live' | 'broken';

/** Opens a stream for some items and hands over its events until it ends or is aborted. */
export type OpenStream = (
  itemIds: string[],
  emit: (event: ServerEvent) => void,
  signal: AbortSignal,
) => Promise<void>;

/** Timers, so that tests can turn the crank. */
export interface Timers {
  set(action: () => void, ms: number): unknown;
  clear(handle: unknown): void;
}

/** The most items that one page follows; the server refuses more. */
export const MAX_ITEMS = 500;
const PULSES_KEPT = 300;
const SETTLE_MS = 120;
const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000];

/**
 * What the page follows live: values of the items that are on screen, problem counts, the server's
 * pulse. One stream serves the whole page; it is opened anew when the set of items changes.
 */
export class LiveStore {
  private readonly watched = new Map<string, number>();
  private readonly values = new Map<string, LiveValue>();
  private readonly valueListeners = new Set<(values: LiveValue[]) => void>();
  private readonly listeners = new Set<() => void>();
  private abort: AbortController | undefined;
  private settle: unknown;
  private retry: unknown;
  private failures = 0;
  private running = false;
  private subscribed = '';

  status: LiveStatus = 'off';
  pulse: Pulse | undefined;
  /** The pulses of the last minutes, oldest first. */
  pulses: readonly Pulse[] = [];
  problems: ProblemCounts | undefined;

  constructor(
    private readonly open: OpenStream,
    private readonly timers: Timers = {
      set: (action, ms) => setTimeout(action, ms),
      clear: (handle) => clearTimeout(handle as number),
    },
  ) {}

  start(): void {
    this.running = true;
    this.failures = 0;
    this.connect();
  }

  stop(): void {
    this.running = false;
    this.timers.clear(this.settle);
    this.timers.clear(this.retry);
    this.abort?.abort();
    this.abort = undefined;
    this.values.clear();
    this.pulses = [];
    this.pulse = undefined;
    this.problems = undefined;
    this.change('off');
  }

  /** Follows items until the answer is called. The same item may be watched by many. */
  watch(itemIds: readonly string[]): () => void {
    for (const id of itemIds) {
      this.watched.set(id, (this.watched.get(id) ?? 0) + 1);
    }
    this.reconnectSoon();
    return () => {
      for (const id of itemIds) {
        const left = (this.watched.get(id) ?? 0) - 1;
        if (left > 0) {
          this.watched.set(id, left);
        } else {
          this.watched.delete(id);
          this.values.delete(id);
        }
      }
      this.reconnectSoon();
    };
  }

  /** The newest value of an item that is watched. */
  value(itemId: string): LiveValue | undefined {
    return this.values.get(itemId);
  }

  /** Is told of every batch of values. */
  onValues(listener: (values: LiveValue[]) => void): () => void {
    this.valueListeners.add(listener);
    return () => this.valueListeners.delete(listener);
  }

  /** Is told when status, pulse or problem counts change. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private items(): string[] {
    return [...this.watched.keys()].slice(0, MAX_ITEMS).sort();
  }

  private reconnectSoon(): void {
    this.timers.clear(this.settle);
    if (!this.running) {
      return;
    }
    // Pages watch many items one after the other: wait until they have settled.
    this.settle = this.timers.set(() => {
      if (this.running && this.items().join() !== this.subscribed) {
        this.connect();
      }
    }, SETTLE_MS);
  }

  private connect(): void {
    this.timers.clear(this.retry);
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    const ids = this.items();
    this.subscribed = ids.join();
    if (this.status !== 'live') {
      this.change('connecting');
    }
    void this.open(
      ids,
      (event) => {
        if (this.abort === abort) {
          this.accept(event);
        }
      },
      abort.signal,
    ).then(
      () => this.ended(abort),
      () => this.ended(abort),
    );
  }

  private ended(abort: AbortController): void {
    if (this.abort !== abort || !this.running) {
      return;
    }
    const wait = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)] ?? 10_000;
    this.failures++;
    this.change('broken');
    this.retry = this.timers.set(() => this.connect(), wait);
  }

  private accept(event: ServerEvent): void {
    this.failures = 0;
    switch (event.event) {
      case 'values': {
        const values = JSON.parse(event.data) as LiveValue[];
        for (const value of values) {
          this.values.set(value.itemid, value);
        }
        for (const listener of [...this.valueListeners]) {
          listener(values);
        }
        break;
      }
      case 'pulse':
        this.pulse = JSON.parse(event.data) as Pulse;
        this.pulses = [...this.pulses.slice(-(PULSES_KEPT - 1)), this.pulse];
        break;
      case 'problems':
        this.problems = JSON.parse(event.data) as ProblemCounts;
        break;
      default:
        break;
    }
    this.change('live');
  }

  private change(status: LiveStatus): void {
    this.status = status;
    for (const listener of [...this.listeners]) {
      listener();
    }
  }
}
