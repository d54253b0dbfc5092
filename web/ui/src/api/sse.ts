/** One server-sent event. */
export interface ServerEvent {
  event: string;
  data: string;
}

/** Cuts a stream of text into server-sent events (HTML standard, section 9.2.6). */
export class EventParser {
  private rest = '';
  private event = '';
  private data: string[] = [];

  constructor(private readonly emit: (event: ServerEvent) => void) {}

  push(text: string): void {
    this.rest += text;
    let end = this.lineEnd();
    while (end) {
      const line = this.rest.slice(0, end.at);
      this.rest = this.rest.slice(end.at + end.length);
      this.line(line);
      end = this.lineEnd();
    }
  }

  private lineEnd(): { at: number; length: number } | undefined {
    const at = this.rest.search(/[\r\n]/);
    if (at < 0) {
      return undefined;
    }
    if (this.rest[at] === '\n') {
      return { at, length: 1 };
    }
    // A carriage return at the very end may be followed by its line feed in the next piece.
    if (at + 1 === this.rest.length) {
      return undefined;
    }
    return { at, length: this.rest[at + 1] === '\n' ? 2 : 1 };
  }

  private line(line: string): void {
    if (line === '') {
      if (this.data.length > 0) {
        this.emit({
          event: this.event === '' ? 'message' : this.event,
          data: this.data.join('\n'),
        });
      }
      this.event = '';
      this.data = [];
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) {
      return;
    }
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') {
      this.event = value;
    } else if (field === 'data') {
      this.data.push(value);
    }
  }
}

/** Reads a stream to its end. */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  emit: (event: ServerEvent) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  const parser = new EventParser(emit);
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    parser.push(decoder.decode(value, { stream: true }));
  }
}
