import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRepository, type Repository } from './git-repository.ts';

/** Behavior of the server toward a repository: correct, or one of the faults of real hosts. */
type Behaviour =
  | 'good'
  /** Answers nothing, until it is told to behave otherwise. */
  | 'silent'
  /** Breaks off in the middle of an answer. */
  | 'broken'
  /** Answers every request with 500. */
  | 'failing'
  /** Answers a web page, as hosts do for addresses that are not repositories. */
  | 'web-page'
  /** The same in one line, which git itself takes for an empty list. */
  | 'web-page-in-a-line';

/** A git server over smart HTTP with basic authentication: the real `git http-backend` behind a node server. */
export interface GitRemote {
  readonly username: string;
  readonly password: string;
  makeRepository(name: string): Promise<Repository>;
  urlOf(repository: Repository | string): string;
  behave(repository: Repository | string, behaviour: Behaviour): void;
  /** Paths requested so far, to prove which were fetched. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

interface RemoteOptions {
  /** A free one when left out. */
  port?: number;
  /** Answers requests that are not about repositories; whether it has. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export async function startGitRemote(
  username = 'robin',
  password = 's3cret-Token',
  { port: wanted = 0, intercept = () => false }: RemoteOptions = {},
): Promise<GitRemote> {
  const root = await mkdtemp(join(tmpdir(), 'atrium-git-'));
  const behaviours = new Map<string, Behaviour>();
  const held: { name: string; go: () => void }[] = [];
  const requests: string[] = [];
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requests.push(`${request.method} ${url.pathname}${url.search}`);
    if (intercept(request, response)) return;
    if (request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('Authentication required.');
      return;
    }
    const name = url.pathname.split('/')[1]?.replace(/\.git$/, '') ?? '';
    const go = () => answer(behaviours.get(name) ?? 'good', root, url, request, response, username);
    if (behaviours.get(name) === 'silent') held.push({ name, go });
    else go();
  });
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const nameOf = (repository: Repository | string) =>
    typeof repository === 'string' ? repository : repository.name;
  return {
    username,
    password,
    requests,
    makeRepository: (name) => makeRepository(root, name),
    urlOf: (repository) => `http://127.0.0.1:${port}/${nameOf(repository)}.git`,
    behave(repository, behaviour) {
      behaviours.set(nameOf(repository), behaviour);
      if (behaviour === 'silent') return;
      const waiting = held.filter(({ name }) => name === nameOf(repository));
      for (const one of waiting) {
        held.splice(held.indexOf(one), 1);
        one.go();
      }
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(root, { recursive: true, force: true });
    },
  };
}

function answer(
  behaviour: Behaviour,
  root: string,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  user: string,
): void {
  switch (behaviour) {
    case 'good':
      runBackend(root, url, request, response, user);
      break;
    case 'silent':
      break;
    case 'failing':
      response.writeHead(500).end('internal error');
      break;
    case 'web-page':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html>\n<html lang="en">\n<title>Sign in</title>\n</html>\n');
      break;
    case 'web-page-in-a-line':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Sign in</title></html>');
      break;
    case 'broken':
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
      response.write('001e# service=git-upload-pack\n0000', () => response.destroy());
      break;
  }
}

/** The common gateway interface: request in environment and input, answer as headers, an empty line and a body. */
function runBackend(
  root: string,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  user: string,
): void {
  const { headers } = request;
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      REMOTE_USER: user,
      REMOTE_ADDR: '127.0.0.1',
      CONTENT_TYPE: headers['content-type'] ?? '',
      ...(headers['content-length'] === undefined ? {} : { CONTENT_LENGTH: headers['content-length'] }),
      ...(headers['content-encoding'] === undefined
        ? {}
        : { HTTP_CONTENT_ENCODING: headers['content-encoding'] }),
      ...(headers['git-protocol'] === undefined ? {} : { GIT_PROTOCOL: String(headers['git-protocol']) }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin);
  // The backend may stop reading before the request has ended.
  backend.stdin.on('error', () => request.unpipe());
  response.on('close', () => backend.kill());
  let head: Buffer | undefined = Buffer.alloc(0);
  backend.stdout.on('data', (chunk: Buffer) => {
    if (head === undefined) {
      response.write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    sendHead(response, head.subarray(0, end).toString());
    response.write(head.subarray(end + 4));
    head = undefined;
  });
  backend.stdout.on('end', () => response.end());
}

function sendHead(response: ServerResponse, head: string): void {
  const fields = head.split('\r\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const status = fields.find(([name]) => name === 'status')?.[1] ?? '200';
  response.writeHead(
    Number.parseInt(status, 10),
    Object.fromEntries(fields.filter(([name]) => name !== 'status')),
  );
}
