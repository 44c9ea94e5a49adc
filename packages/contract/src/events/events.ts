import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/**
 * What a browser is told without asking. Each says only that something moved, with what is needed to find it:
 * the state itself is read by the usual calls, so that a missed event costs a delay and nothing else.
 */
export const ServerEventType = z.enum([
  /** A pull, push or import moved on: `{id}` of the operation. */
  'operation',
  /** A test run moved on: `{runId}`. */
  'test-run',
  /** The live configuration of a service changed: `{serviceId, version}`. */
  'configuration',
  /** A service went down or came back: `{serviceId}`. */
  'health',
  /** An invoice, card or usage changed. */
  'billing',
  /** The stream stands: whatever was missed before has to be read now. */
  'ready',
]);
export type ServerEventType = z.infer<typeof ServerEventType>;

/** One event of the stream: its type is the event's name, `data` is JSON. */
export const ServerEvent = z.object({ type: ServerEventType, data: z.unknown() });
export type ServerEvent = z.infer<typeof ServerEvent>;

/** A comment comes at least this often; silence for much longer means that the connection is dead. */
export const EVENTS_HEARTBEAT_MS = 15_000;

export const streamEvents = defineEndpoint({
  method: 'GET',
  path: '/console/v1/events',
  access: 'AUTHENTICATED',
  tag: 'events',
  summary: 'Server-sent events of the domain; ends with the access token, to be opened again with a new one',
  response: z.string(),
  produces: 'text/event-stream',
  errors: ['unavailable'],
});
