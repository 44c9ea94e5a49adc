/** Lines of a streamed answer, without their ends, as they arrive. */
async function* readLines(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  let rest = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  if (rest !== '') yield rest;
}

/** Values of an `application/x-ndjson` answer: one JSON value a line. */
export async function* readNdjson<Value>(response: Response): AsyncGenerator<Value> {
  for await (const line of readLines(response)) {
    if (line.trim() !== '') yield JSON.parse(line) as Value;
  }
}

export interface ServerEvent {
  /** Name of the event; `message` when it has none. */
  event: string;
  data: string;
  id: string | undefined;
}

/** Events of a `text/event-stream` answer (WHATWG HTML, section 9.2.6). */
export async function* readServerEvents(response: Response): AsyncGenerator<ServerEvent> {
  let event = 'message';
  let data: string[] = [];
  let id: string | undefined;
  for await (const line of readLines(response)) {
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n'), id };
      event = 'message';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
  }
}
