import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { defaultErrorMessage } from '@atrium/contract/error-message';
import type { ErrorBody } from '@atrium/contract/errors';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ValidationError } from '../../errors.ts';
import { BARE_HEADERS } from '../bodies/bare-headers.ts';
import { networkOf } from './address.ts';

/** Limits per connection, and the maximum number of connections. */
export interface ConnectionLimits {
  /** For the head of a request, from its first byte; for the first one, from the connection on. */
  headersTimeoutMs: number;
  /** A body may begin slowly; after this long it must have come at the lowest rate on average. */
  bodyGraceMs: number;
  lowestBytesPerSecond: number;
  /** The largest body of the product: with the rate it limits the time of a whole request. */
  largestBodyBytes: number;
  /** Between two requests of a connection. Longer than common proxies keep one, so that they end it first. */
  keepAliveTimeoutMs: number;
  /** Nothing sent and nothing received: longer than any work, and than the heartbeat of a stream. */
  silenceTimeoutMs: number;
  /** Check interval. */
  checkEveryMs: number;
  connections: number;
  /** Proxies and others that speak for many are exempt. */
  connectionsPerAddress: number;
}

/** Limits of the product. Tests use shorter ones. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeoutMs: 30_000,
  bodyGraceMs: 30_000,
  lowestBytesPerSecond: 8 * 1024,
  largestBodyBytes: 64 * 1024 * 1024,
  keepAliveTimeoutMs: 72_000,
  silenceTimeoutMs: 15 * 60_000,
  checkEveryMs: 2_000,
  // Below what systems commonly allow a process in open files, with room for the database and for calls of services.
  connections: 10_000,
  connectionsPerAddress: 500,
};

const LINGER_MS = 1000;

/** Options of Fastify for these limits; `installConnectionLimits` adds what Node does not limit. */
export function connectionOptions(limits: ConnectionLimits) {
  const { bodyGraceMs, largestBodyBytes, lowestBytesPerSecond } = limits;
  return {
    connectionTimeout: limits.silenceTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    // Also ends bodies that no one reads any more, because the response was sent before.
    requestTimeout: Math.ceil(bodyGraceMs + (largestBodyBytes / lowestBytesPerSecond) * 1000),
    http: { headersTimeout: limits.headersTimeoutMs, connectionsCheckingInterval: limits.checkEveryMs },
    clientErrorHandler: answerBrokenRequest,
  };
}

/** Ends bodies that come too slowly, and refuses connections beyond the limits and requests for two hosts. */
export function installConnectionLimits(
  app: FastifyInstance,
  limits: ConnectionLimits,
  isExempt: (address: string) => boolean,
): void {
  const { server } = app;
  server.maxConnections = limits.connections;
  const warnOnce = warnPerMinute(app);
  server.on('drop', () =>
    warnOnce('all', `More than ${limits.connections} connections: others are refused.`),
  );
  limitPerAddress(server, limits.connectionsPerAddress, isExempt, (address) =>
    warnOnce(
      address,
      `More than ${limits.connectionsPerAddress} connections of ${address}: others are refused.`,
    ),
  );
  app.addHook('onRequest', (request, _reply, done) => {
    done(namesTwoHosts(request.raw) ? new ValidationError('A request names one host only.') : undefined);
  });
  const stop = endSlowBodies(server, limits);
  app.addHook('onClose', async () => stop());
}

/** RFC 9112, 3.2: proxies and servers could take different ones for the host. Node takes the first one. */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function limitPerAddress(
  server: Server,
  limit: number,
  isExempt: (address: string) => boolean,
  onRefused: (address: string) => void,
): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress ?? '';
    if (isExempt(remote)) return;
    const address = networkOf(remote);
    const count = counts.get(address) ?? 0;
    if (count >= limit) {
      socket.destroy();
      return onRefused(address);
    }
    counts.set(address, count + 1);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
  });
}

/** A flood must not fill the log. */
function warnPerMinute({ log }: FastifyInstance) {
  const warned = new LRUCache<string, number>({ max: 1_000 });
  return (subject: string, sentence: string) => {
    const now = performance.now();
    if (now - (warned.get(subject) ?? -Infinity) < 60_000) return;
    warned.set(subject, now);
    log.warn(sentence);
  };
}

/** `rawPacket` holds the bytes that were being read. */
type BrokenRequest = NodeJS.ErrnoException & { rawPacket?: unknown };

/** Malformed and late requests get the same error format as others. */
function answerBrokenRequest(error: BrokenRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) return void socket.destroy();
  const [status, reason] = STATUS_BY_CODE[error.code ?? ''] ?? [400, 'Bad Request'];
  // No request, so no id of one.
  const body: ErrorBody = { status, message: MESSAGES[status] ?? defaultErrorMessage(status), requestId: '' };
  const text = JSON.stringify(body);
  const headers = Object.entries(BARE_HEADERS).map(([name, value]) => `\r\n${name}: ${value}`);
  const head = `HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8${headers.join('')}`;
  // A response to HEAD says how long its body would be, and has none.
  const { rawPacket } = error;
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString('latin1') === 'HEAD ';
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${isHead ? '' : text}`);
  // Closing at once would make the client's system discard the response, because the client is still sending.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

const STATUS_BY_CODE: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
};

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'This is not a valid HTTP request.',
  408: 'The request did not arrive in time.',
  431: 'The headers of the request are too large.',
};

interface OpenBody {
  request: IncomingMessage;
  response: ServerResponse;
  /** Bytes that the socket had received when the body began. */
  bytesBefore: number;
  /** While the server itself does not read, the client is not to blame. */
  waitedMs: number;
}

/**
 * Ends requests whose body arrives below the lowest rate: 408, or just the end of the connection if a response has
 * begun. Returns what stops the watch.
 */
function endSlowBodies(
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

/** Error code of Node for a request that didn't arrive in time. */
class SlowBodyError extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}
