import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** Events of a `text/event-stream` answer as they arrive. The browser's own reader of them cannot send a token. */
export async function* readServerEvents({ body }: Response): AsyncGenerator<EventSourceMessage> {
  if (!body) return;
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  // Safari cannot loop over a stream.
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parser.feed(part.value);
      yield* events.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
