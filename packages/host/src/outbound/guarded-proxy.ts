import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Duplex, Transform } from 'node:stream';
import type { AddressGuard } from './address-guard.ts';
import { OutboundError } from './outbound-error.ts';

export interface ProxyLimits {
  maxBytes: number;
  maxConnections: number;
  idleTimeoutMs: number;
  connectTimeoutMs: number;
}

/**
 * A proxy on the loopback interface for one child process, such as git. It resolves, checks and dials the address of every
 * connection itself, so redirects and DNS rebinding can't lead elsewhere, and counts received bytes.
 */
export interface GuardedProxy extends AsyncDisposable {
  /** Includes the key that keeps other processes of this machine out. */
  url: string;
  /** The first reason why a connection was refused or cut. */
  readonly failure: OutboundError | undefined;
}

/** `onCut` is called if the transfer exceeds a limit. */
export async function openGuardedProxy(
  guard: AddressGuard,
  limits: ProxyLimits,
  onCut: (error: OutboundError) => void,
): Promise<GuardedProxy> {
  const key = randomBytes(24).toString('hex');
  const authorization = Buffer.from(`Basic ${Buffer.from(`git:${key}`).toString('base64')}`);
  const sockets = new Set<Duplex>();
  const admitted = new Set<Duplex>();
  const agent = new Agent({ keepAlive: true });
  const closing = new AbortController();
  let failure: OutboundError | undefined;
  let receivedBytes = 0;

  const isKnown = (given: string | undefined) => {
    const bytes = Buffer.from(given ?? '');
    return bytes.length === authorization.length && timingSafeEqual(bytes, authorization);
  };
  const fail = (error: unknown): OutboundError => {
    failure ??= error instanceof OutboundError ? error : new OutboundError('UNREACHABLE', { cause: error });
    return failure;
  };
  const cut = (error: OutboundError) => {
    onCut(fail(error));
    for (const socket of sockets) socket.destroy();
  };
  const count = (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (receivedBytes <= limits.maxBytes) return;
    cut(new OutboundError('TOO_LARGE', { maxBytes: limits.maxBytes }));
  };
  /** Callers without the key don't count. */
  const admit = ({ headers, socket }: IncomingMessage): boolean => {
    if (!isKnown(headers['proxy-authorization'])) return false;
    admitted.add(socket);
    const isTooMany = admitted.size > limits.maxConnections;
    if (isTooMany) cut(new OutboundError('TOO_MANY_CONNECTIONS'));
    return !isTooMany;
  };
  const track = (socket: Duplex) => {
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const endIdle = (stream: { destroy(): void }) => () => {
    stream.destroy();
    onCut(fail(new OutboundError('TIMEOUT')));
  };

  /** Plain http sends passwords unprotected, so it's allowed only within the operator's own network. */
  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const target = new URL(incoming.url ?? '');
    if (target.protocol !== 'http:') throw new OutboundError('PROTOCOL_NOT_ALLOWED');
    const port = Number(target.port || 80);
    const { address, isPublic } = await guard.check(target.hostname, port, closing.signal);
    if (isPublic) throw new OutboundError('NOT_ENCRYPTED');
    const { 'proxy-authorization': _key, 'proxy-connection': _connection, ...headers } = incoming.headers;
    await new Promise<void>((resolve, reject) => {
      const upstream = request(
        {
          host: address,
          port,
          method: incoming.method,
          path: target.pathname + target.search,
          headers: { ...headers, host: target.host },
          agent,
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
          answer.pipe(counting(count)).pipe(outgoing);
          answer.once('error', reject);
          outgoing.once('close', resolve);
        },
      );
      upstream.once('socket', (socket) => {
        track(socket);
        socket.setNoDelay(true);
      });
      // On the request, not its socket: a reused socket has lost its limit.
      upstream.setTimeout(limits.idleTimeoutMs, endIdle(upstream));
      upstream.once('error', reject);
      outgoing.once('close', () => upstream.destroy());
      incoming.pipe(upstream);
    });
  }

  async function tunnel(incoming: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const { hostname, port } = new URL(`https://${incoming.url ?? ''}`);
    const target = Number(port || 443);
    const { address } = await guard.check(hostname, target, closing.signal);
    const upstream = connect({ host: address, port: target });
    track(upstream);
    upstream.setNoDelay(true);
    upstream.setTimeout(limits.idleTimeoutMs, endIdle(upstream));
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => upstream.destroy(new Error('connect timeout')), limits.connectTimeoutMs);
      upstream.once('error', reject);
      upstream.once('connect', () => {
        clearTimeout(timer);
        resolve();
      });
    });
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.write(head);
    upstream.on('data', count);
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    upstream.pipe(client).pipe(upstream);
  }

  const server = createServer((incoming, outgoing) => {
    if (!admit(incoming)) {
      outgoing.writeHead(407).end();
      return;
    }
    forward(incoming, outgoing).catch((error: unknown) => {
      // The child process may disconnect before the response is complete; that isn't a failure of the host.
      if (!outgoing.destroyed) fail(error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
  });
  server.on('connection', track);
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    if (!admit(incoming)) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    tunnel(incoming, client, head).catch((error: unknown) => {
      fail(error);
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://git:${key}@127.0.0.1:${port}`,
    get failure() {
      return failure;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      agent.destroy();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function counting(count: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count(chunk);
      done(null, chunk);
    },
  });
}
