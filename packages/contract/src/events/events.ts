import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/**
 * Server-sent events. Each event only signals a change, with the ids needed to find it. The state itself is
 * read by the usual calls, so a missed event costs only a delay.
 */
export const ServerEventType = z.enum([
  /** A pull, push or import made progress: `{id}` of the operation. */
  'operation',
  /** A test run made progress: `{runId}`. */
  'test-run',
  /** The live configuration of a service changed: `{serviceId, version}`. */
  'configuration',
  /** A connected repository was read, or work on a push went on: `{connectionId}`. */
  'connection',
  /** A service went down or came back: `{serviceId}`. */
  'health',
  /** An invoice, card or usage changed. */
  'billing',
  /** Permissions of people in the domain changed. */
  'roles',
  /** The stream is open: reload everything that may have changed before. */
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
  permission: 'none',
  isForKeys: true,
  tag: 'events',
  summary:
    'Stream server-sent events of the domain; ends when the access token expires, to be reopened with a new one',
  response: z.string(),
  produces: 'text/event-stream',
  errors: ['unavailable'],
});
