/** How a step, or all of them, ended. */
export interface TriedOutcome {
  outcome: 'value' | 'discarded' | 'error';
  value?: string;
  error?: string;
}

export interface TriedStep extends TriedOutcome {
  number: number;
  name: string;
  time_us: number;
}

/** What `preprocessing.test` answers. */
export interface Tried extends TriedOutcome {
  steps: TriedStep[];
}

export function outcomeWords(outcome: TriedOutcome): string {
  switch (outcome.outcome) {
    case 'value':
      return outcome.value ?? '';
    case 'discarded':
      return 'discarded: nothing is stored';
    case 'error':
      return `not supported: ${outcome.error ?? ''}`;
  }
}

/** A time in microseconds, for people. */
export function took(micros: number): string {
  if (micros < 1_000) {
    return `${micros} µs`;
  }
  return micros < 1_000_000
    ? `${(micros / 1_000).toFixed(1)} ms`
    : `${(micros / 1e6).toFixed(2)} s`;
}
