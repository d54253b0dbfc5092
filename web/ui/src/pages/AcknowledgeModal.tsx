import { Button, Checkbox, Group, Modal, Select, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { client, inWords } from '../api/client';
import type { Problem } from '../api/types';
import { SEVERITIES, severityName } from '../format/severity';
import { dateTime } from '../format/time';
import { ErrorNote, Severity } from '../parts/parts';
import { actionOf, actionWords } from './acknowledge';

/** Acknowledges one problem or several: takes it, says something, changes its severity, closes it. */
export function AcknowledgeModal({
  problems,
  onClose,
}: {
  problems: Problem[];
  onClose: (done: boolean) => void;
}) {
  const taken = problems.every((problem) => problem.acknowledged);
  const [message, setMessage] = useState('');
  const [acknowledge, setAcknowledge] = useState(!taken);
  const [unacknowledge, setUnacknowledge] = useState(false);
  const [close, setClose] = useState(false);
  const [severity, setSeverity] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const closable = problems.every((problem) => problem.manual_close && problem.r_clock === 0);
  const action = actionOf({ message, acknowledge, unacknowledge, close, severity });
  const first = problems[0];

  const send = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await client.rpc('event.acknowledge', {
        eventids: problems.map((problem) => problem.eventid),
        action,
        ...(message.trim() === '' ? {} : { message: message.trim() }),
        ...(severity === null ? {} : { severity: Number(severity) }),
      });
      onClose(true);
    } catch (failure) {
      setError(inWords(failure));
      setBusy(false);
    }
  };

  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={
        problems.length === 1 ? 'Acknowledge a problem' : `Acknowledge ${problems.length} problems`
      }
      size="lg"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap="sm">
          {problems.length === 1 && first && (
            <div>
              <Severity code={first.severity} /> &nbsp; <b>{first.host}</b>: {first.name}
            </div>
          )}
          <ErrorNote error={error} />
          <Textarea
            label="Message"
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
            autosize
            minRows={3}
            maxLength={4096}
            data-autofocus
          />
          <Group gap="lg">
            <Checkbox
              label="Acknowledge"
              checked={acknowledge}
              onChange={(event) => {
                setAcknowledge(event.currentTarget.checked);
                setUnacknowledge(false);
              }}
            />
            {problems.some((problem) => problem.acknowledged) && (
              <Checkbox
                label="Take the acknowledgement back"
                checked={unacknowledge}
                onChange={(event) => {
                  setUnacknowledge(event.currentTarget.checked);
                  setAcknowledge(false);
                }}
              />
            )}
            <Checkbox
              label="Close the problem"
              checked={close}
              disabled={!closable}
              title={
                closable ? undefined : 'The trigger does not allow manual closing, or it has ended.'
              }
              onChange={(event) => setClose(event.currentTarget.checked)}
            />
            <Select
              placeholder="Keep the severity"
              aria-label="Severity"
              clearable
              value={severity}
              onChange={setSeverity}
              data={SEVERITIES.map((label, code) => ({ value: String(code), label }))}
              w={170}
            />
          </Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={action === 0}>
              Save
            </Button>
          </Group>
          {problems.length === 1 && first && <Past problem={first} />}
        </Stack>
      </form>
    </Modal>
  );
}

function Past({ problem }: { problem: Problem }) {
  if (problem.acknowledges.length === 0) {
    return null;
  }
  return (
    <table className="z">
      <thead>
        <tr>
          <th>When</th>
          <th>Who</th>
          <th>What</th>
          <th>Message</th>
        </tr>
      </thead>
      <tbody>
        {[...problem.acknowledges].reverse().map((each, i) => (
          <tr key={i}>
            <td className="shrink num">{dateTime(each.clock)}</td>
            <td className="shrink">{each.user}</td>
            <td className="shrink dim">{actionWords(each.action, severityName(each.severity))}</td>
            <td>{each.message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
