/** The bits of event.acknowledge's `action`. */
export const CLOSE = 1;
export const ACKNOWLEDGE = 2;
export const MESSAGE = 4;
export const SEVERITY = 8;
export const UNACKNOWLEDGE = 16;

/** The action that a filled-in form stands for; 0 where it asks for nothing. */
export function actionOf(form: {
  message: string;
  acknowledge: boolean;
  unacknowledge: boolean;
  close: boolean;
  severity: string | null;
}): number {
  return (
    (form.close ? CLOSE : 0) +
    (form.acknowledge ? ACKNOWLEDGE : 0) +
    (form.message.trim() === '' ? 0 : MESSAGE) +
    (form.severity === null ? 0 : SEVERITY) +
    (form.unacknowledge ? UNACKNOWLEDGE : 0)
  );
}

/** What an action did, in words. */
export function actionWords(action: number, severity: string): string {
  const words = [
    (action & CLOSE) !== 0 ? 'closed' : '',
    (action & ACKNOWLEDGE) !== 0 ? 'acknowledged' : '',
    (action & UNACKNOWLEDGE) !== 0 ? 'took the acknowledgement back' : '',
    (action & SEVERITY) !== 0 ? `set to ${severity}` : '',
    (action & MESSAGE) !== 0 ? 'said' : '',
  ];
  return words.filter((word) => word !== '').join(', ');
}
