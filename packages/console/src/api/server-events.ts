import { EVENTS_HEARTBEAT_MS } from '@atrium/contract/events/events';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

/**
 * Without the server's heartbeat comments for this long, the connection is dead; a pending read never fails by itself.
 */
const LONGEST_SILENCE_MS = 3 * EVENTS_HEARTBEAT_MS;

/**
 * Yields events of a `text/event-stream` response until it ends or falls silent. The browser's `EventSource` can't
 * send a token.
 */
export async function* readServerEvents({ body }: Response): AsyncGenerator<EventSourceMessage> {
  if (!body) return;
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  // Safari cannot loop over a stream.
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const read = () => {
    const timer = setTimeout(() => void reader.cancel().catch(() => undefined), LONGEST_SILENCE_MS);
    return reader.read().finally(() => clearTimeout(timer));
  };
  try {
    for (let part = await read(); !part.done; part = await read()) {
      parser.feed(part.value);
      yield* events.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
