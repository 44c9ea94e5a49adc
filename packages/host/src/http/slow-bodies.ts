import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './connection-limits.ts';

interface OpenBody {
  request: IncomingMessage;
  response: ServerResponse;
  /** What the socket had received when the body began. */
  bytesBefore: number;
  /** While the server itself does not read, the client is not to blame. */
  waitedMs: number;
}

/**
 * Ends requests whose body arrives below the lowest rate: 408, or just the end of the connection if a response has
 * begun. Returns what stops the watch.
 */
export function endSlowBodies(
  server: Server,
  {
    bodyGraceMs,
    lowestBytesPerSecond,
    checkEveryMs,
  }: Pick<ConnectionLimits, 'bodyGraceMs' | 'lowestBytesPerSecond' | 'checkEveryMs'>,
): () => void {
  /** The latest of each connection: Node reads the next request of one only after the whole body. */
  const latest = new Map<Socket, OpenBody>();

  server.on('request', (request, response) => {
    const { socket } = request;
    if (announcesBody(request)) {
      latest.set(socket, { request, response, bytesBefore: socket.bytesRead, waitedMs: 0 });
    }
  });

  const check = () => {
    for (const [socket, body] of latest) {
      const { request, response } = body;
      // Not before the whole body has come, even where the response was sent without it.
      if (request.complete || socket.destroyed) {
        latest.delete(socket);
        continue;
      }
      if (request.readableLength >= request.readableHighWaterMark) continue;
      body.waitedMs += checkEveryMs;
      const received = socket.bytesRead - body.bytesBefore;
      if (body.waitedMs <= bodyGraceMs || received >= (lowestBytesPerSecond * body.waitedMs) / 1000) continue;
      latest.delete(socket);
      if (response.headersSent) socket.destroy();
      else server.emit('clientError', new SlowBodyError(), socket);
    }
  };
  const timer = setInterval(check, checkEveryMs).unref();
  return () => clearInterval(timer);
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}

/** As Node reports a request that did not arrive in time. */
class SlowBodyError extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}
