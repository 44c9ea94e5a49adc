import { EVENTS_HEARTBEAT_MS, streamEvents } from '@atrium/contract/events/events';
import { UnavailableError } from '@atrium/host/errors';
import { takenOver } from '@atrium/host/http/bodies/responses';
import type { FastifyInstance } from 'fastify';
import { ACCESS_TOKEN_SECONDS } from '../accounts/sessions/token.service.ts';
import type { Caller } from '../http/caller.ts';
import { route } from '../http/route.ts';
import type { Events } from './events.ts';

/** For a client that does not read, or has disconnected silently. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** Tabs of one person; more are a mistake of a client that opens streams without closing them. */
const MAX_STREAMS_PER_USER = 20;

export function eventsRoutes(
  app: FastifyInstance,
  events: Events,
  isStillSignedIn: (caller: Caller) => Promise<boolean>,
  heartbeatMs = EVENTS_HEARTBEAT_MS,
): void {
  const open = new Map<string, Set<() => void>>();
  let isClosing = false;

  route(app, streamEvents, async ({ caller, request, reply }) => {
    const streams = open.get(caller.userId) ?? new Set();
    if (streams.size >= MAX_STREAMS_PER_USER) {
      throw new UnavailableError('Too many windows are open. Please close some.', 30);
    }
    const response = reply.raw;
    reply.hijack();
    // A client that left while the token was checked emits no further event.
    if (response.destroyed) return takenOver;
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // A proxy that collects the answer would keep the events back.
      'x-accel-buffering': 'no',
      // A stop waits for connections that are kept.
      ...(isClosing && { connection: 'close' }),
    });
    // Nothing follows that could end it later.
    if (request.method === 'HEAD' || isClosing) response.end();
    if (response.writableEnded) return takenOver;
    open.set(caller.userId, streams);
    const write = (text: string) => {
      if (response.writableEnded) return;
      response.write(text);
      if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
    };
    const send = (type: string, data: unknown) => write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    const stopListening = events.subscribe(caller, send);
    const heartbeat = setInterval(() => void beat(), heartbeatMs).unref();
    const close = () => void response.end();
    streams.add(close);
    // No longer than the token that opened it.
    const lifetime = setTimeout(close, ACCESS_TOKEN_SECONDS * 1000).unref();
    response.on('error', () => {});
    response.on('close', () => {
      stopListening();
      clearInterval(heartbeat);
      clearTimeout(lifetime);
      streams.delete(close);
      if (streams.size === 0) open.delete(caller.userId);
    });
    send('ready', {});
    return takenOver;

    async function beat(): Promise<void> {
      // A database that is away is asked again with the next beat; the token has its end in any case.
      const isSignedIn = await isStillSignedIn(caller).catch(() => true);
      if (isSignedIn) write(': still here\n\n');
      else close();
    }
  });

  // A stream never ends by itself: without this a stop would wait for it.
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const streams of open.values()) for (const close of streams) close();
  });
}
