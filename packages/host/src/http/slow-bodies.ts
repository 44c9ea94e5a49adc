import type { IncomingMessage, Server, ServerResponse } from 'node:http';
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
  const open = new Set<OpenBody>();

  server.on('request', (request, response) => {
    if (!announcesBody(request)) return;
    const body = { request, response, bytesBefore: request.socket.bytesRead, waitedMs: 0 };
    open.add(body);
    // Not before the whole body has come, even where the response was sent without it.
    request.once('close', () => open.delete(body));
  });

  const check = () => {
    for (const body of open) {
      const { request, response } = body;
      if (request.complete) open.delete(body);
      if (request.complete || request.readableLength >= request.readableHighWaterMark) continue;
      body.waitedMs += checkEveryMs;
      const received = request.socket.bytesRead - body.bytesBefore;
      if (body.waitedMs <= bodyGraceMs || received >= (lowestBytesPerSecond * body.waitedMs) / 1000) continue;
      open.delete(body);
      if (response.headersSent) request.socket.destroy();
      else server.emit('clientError', new SlowBodyError(), request.socket);
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
