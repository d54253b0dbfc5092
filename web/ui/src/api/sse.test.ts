import { describe, expect, it } from 'vitest';
import { EventParser, readEvents, type ServerEvent } from './sse';

function parse(...pieces: string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parser = new EventParser((event) => events.push(event));
  pieces.forEach((piece) => parser.push(piece));
  return events;
}

const TEXT =
  'event: values\ndata: [1]\n\n: still here\n\nevent: pulse\r\ndata: {\r\ndata: }\r\n\r\n';
const EVENTS = [
  { event: 'values', data: '[1]' },
  { event: 'pulse', data: '{\n}' },
];

describe('the event parser', () => {
  it('reads events, joins their lines and passes over comments', () => {
    expect(parse(TEXT)).toEqual(EVENTS);
  });

  it('reads the same wherever the stream is cut', () => {
    for (let at = 0; at <= TEXT.length; at++) {
      expect(parse(TEXT.slice(0, at), TEXT.slice(at))).toEqual(EVENTS);
    }
    expect(parse(...TEXT.split(''))).toEqual(EVENTS);
  });

  it('names an event without a name "message", and drops one without data', () => {
    expect(parse('data:x\n\nevent: empty\n\n')).toEqual([{ event: 'message', data: 'x' }]);
  });

  it('keeps back what has not ended', () => {
    expect(parse('data: x\n')).toEqual([]);
  });
});

it('reads characters that are cut between two pieces', async () => {
  const bytes = new TextEncoder().encode('data: °C ≥ 5\n\n');
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      bytes.forEach((byte) => controller.enqueue(new Uint8Array([byte])));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  await readEvents(stream, (event) => events.push(event));
  expect(events).toEqual([{ event: 'message', data: '°C ≥ 5' }]);
});
