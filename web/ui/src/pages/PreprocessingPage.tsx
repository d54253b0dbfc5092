import { Button, NumberInput, Select, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { client, inWords } from '../api/client';
import { PageHead, Panel } from '../parts/parts';
import { type Tried, type TriedOutcome, outcomeWords, took } from './preprocessing';

const VALUE_TYPES = ['text', 'character', 'unsigned', 'float', 'log'];

const EXAMPLE_STEPS = `- {type: jsonpath, parameters: [$.traffic.in]}
- {type: multiplier, parameters: ["8"]}
- {type: change_per_second}`;

/** Tries preprocessing steps on a value: what each makes of it, and how long it takes. */
export function PreprocessingPage() {
  const [steps, setSteps] = useState(EXAMPLE_STEPS);
  const [value, setValue] = useState('{"traffic": {"in": 2500}}');
  const [previous, setPrevious] = useState('{"traffic": {"in": 1000}}');
  const [seconds, setSeconds] = useState(60);
  const [valueType, setValueType] = useState('float');
  const [notSupported, setNotSupported] = useState(false);
  const [tried, setTried] = useState<Tried>();
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  const run = async () => {
    setBusy(true);
    setError('');
    try {
      setTried(
        await client.rpc<Tried>('preprocessing.test', {
          steps,
          value,
          value_type: valueType,
          not_supported: notSupported,
          seconds,
          ...(previous === '' ? {} : { previous }),
        }),
      );
    } catch (failure) {
      setTried(undefined);
      setError(inWords(failure));
    }
    setBusy(false);
  };

  return (
    <div className="content" id="content" tabIndex={-1}>
      <PageHead title="Try steps" />
      <div className="grid" style={{ gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        <Panel title="Steps and value">
          <form
            className="pad"
            style={{ display: 'grid', gap: 12 }}
            onSubmit={(event) => {
              event.preventDefault();
              void run();
            }}
          >
            <Textarea
              label="Steps, as in the configuration (YAML)"
              data-testid="trial-steps"
              autosize
              minRows={4}
              maxRows={16}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              value={steps}
              onChange={(event) => setSteps(event.currentTarget.value)}
            />
            <Textarea
              label="Value"
              data-testid="trial-value"
              autosize
              minRows={2}
              maxRows={12}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
            />
            <Textarea
              label="Previous value, for steps that compare (may be empty)"
              autosize
              minRows={1}
              maxRows={6}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              value={previous}
              onChange={(event) => setPrevious(event.currentTarget.value)}
            />
            <div style={{ display: 'flex', gap: 12, alignItems: 'end', flexWrap: 'wrap' }}>
              <NumberInput
                label="Seconds between them"
                min={1}
                w={150}
                value={seconds}
                onChange={(next) => setSeconds(Number(next) || 1)}
              />
              <Select
                label="Value type"
                w={140}
                allowDeselect={false}
                data={VALUE_TYPES}
                value={valueType}
                onChange={(next) => setValueType(next ?? 'text')}
              />
              <Switch
                label="The value is an error"
                checked={notSupported}
                onChange={(event) => setNotSupported(event.currentTarget.checked)}
              />
              <span className="grow" />
              <Button type="submit" loading={busy} data-testid="trial-run">
                Try
              </Button>
            </div>
          </form>
        </Panel>
        <Panel title="What becomes of it">
          {error !== '' && (
            <div className="errornote" role="alert" style={{ whiteSpace: 'pre-wrap' }}>
              {error}
            </div>
          )}
          {error === '' && !tried && <div className="pad dim">Nothing tried yet.</div>}
          {tried && <Result tried={tried} />}
        </Panel>
      </div>
    </div>
  );
}

function Result({ tried }: { tried: Tried }) {
  return (
    <table className="z" data-testid="trial-result">
      <thead>
        <tr>
          <th className="shrink">Step</th>
          <th>Result</th>
          <th className="shrink">Time</th>
        </tr>
      </thead>
      <tbody>
        {tried.steps.map((step) => (
          <tr key={step.number}>
            <td className="shrink">
              {step.number}. {step.name}
            </td>
            <Outcome outcome={step} />
            <td className="shrink num">{took(step.time_us)}</td>
          </tr>
        ))}
        <tr>
          <td className="shrink">
            <b>Stored</b>
          </td>
          <Outcome outcome={tried} />
          <td className="shrink" />
        </tr>
      </tbody>
    </table>
  );
}

function Outcome({ outcome }: { outcome: TriedOutcome }) {
  const plain = outcome.outcome === 'value';
  return (
    <td
      className={plain ? '' : 'dim'}
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      data-outcome={outcome.outcome}
    >
      {outcomeWords(outcome)}
    </td>
  );
}
