import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex, Transform } from 'node:stream';
import { Transform as TransformStream } from 'node:stream';
import type { AddressGuard } from './address-guard.ts';
import { GitError, UNREACHABLE_MESSAGE } from './git-errors.ts';

export interface ProxyLimits {
  maxBytes: number;
  idleTimeoutMs: number;
  connectTimeoutMs: number;
}

/**
 * Of one git process and all its children. Each fetch takes one or two; but git requests every object that a remote has
 * left out with another fetch, and those fetches request more.
 */
const MAX_CONNECTIONS = 16;

/**
 * The only way out for a git process: a proxy on the loopback interface that looks up, checks and dials the address
 * itself, for every connection. So a redirect, or a name that changes its address between check and use, cannot lead
 * elsewhere; and received bytes are counted.
 */
export interface GuardedProxy extends AsyncDisposable {
  /** With the key that keeps other processes of this machine out. */
  url: string;
  /** Why a connection was refused or cut, when one was. */
  readonly failure: GitError | undefined;
  /** Bytes received so far. */
  readonly receivedBytes: number;
}

/** `onCut` is called if the transfer exceeds a limit. */
export async function openGuardedProxy(
  guard: AddressGuard,
  limits: ProxyLimits,
  onCut: (error: GitError) => void,
): Promise<GuardedProxy> {
  const key = randomBytes(24).toString('hex');
  const authorization = Buffer.from(`Basic ${Buffer.from(`git:${key}`).toString('base64')}`);
  const sockets = new Set<Duplex>();
  const admitted = new Set<Duplex>();
  const agent = new Agent({ keepAlive: true });
  const closing = new AbortController();
  let failure: GitError | undefined;
  let receivedBytes = 0;

  const isKnown = (given: string | undefined) => {
    const bytes = Buffer.from(given ?? '');
    return bytes.length === authorization.length && timingSafeEqual(bytes, authorization);
  };
  const fail = (error: unknown): GitError => {
    failure ??= error instanceof GitError ? error : new GitError('UNREACHABLE', UNREACHABLE_MESSAGE, error);
    return failure;
  };
  const cut = (error: GitError) => {
    onCut(fail(error));
    for (const socket of sockets) socket.destroy();
  };
  const count = (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (receivedBytes <= limits.maxBytes) return;
    const megabytes = Math.round(limits.maxBytes / 1024 / 1024);
    cut(new GitError('TOO_LARGE', `The git host sent more than ${megabytes} MB.`));
  };
  /** Callers without a key are not even counted. */
  const admit = ({ headers, socket }: IncomingMessage): boolean => {
    if (!isKnown(headers['proxy-authorization'])) return false;
    admitted.add(socket);
    if (admitted.size > MAX_CONNECTIONS) cut(endlessFetches());
    return admitted.size <= MAX_CONNECTIONS;
  };
  const track = (socket: Duplex) => {
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const endIdle = (stream: { destroy(): void }) => () => {
    stream.destroy();
    onCut(fail(new GitError('TIMEOUT', 'The git host stopped responding.')));
  };

  /** Plain http carries the password unprotected: only within the operator's own network. */
  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const target = new URL(incoming.url ?? '');
    if (target.protocol !== 'http:')
      throw new GitError('ADDRESS_NOT_ALLOWED', 'Only https and http are allowed.');
    const port = Number(target.port || 80);
    const { address, isPublic } = await guard.check(target.hostname, port, closing.signal);
    if (isPublic) {
      throw new GitError(
        'ADDRESS_NOT_ALLOWED',
        'Plain http would send the password unprotected. Please use https.',
      );
    }
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
      // Of the request, not of its socket: a socket that is used again has lost its own limit.
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
      // Git may disconnect before the response is complete; that is not a failure of the other side.
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
    get receivedBytes() {
      return receivedBytes;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      agent.destroy();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const endlessFetches = () =>
  new GitError('DAMAGED', 'The repository is damaged: objects are missing. "git fsck" names them.');

function counting(count: (chunk: Buffer) => void): Transform {
  return new TransformStream({
    transform(chunk: Buffer, _encoding, done) {
      count(chunk);
      done(null, chunk);
    },
  });
}
