import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execGit } from './git-repository.ts';

export const GIT_USERNAME = 'ada';
export const GIT_PASSWORD = 'correct horse battery';
/** Header with both. */
export const GIT_AUTHORIZATION = `Basic ${Buffer.from(`${GIT_USERNAME}:${GIT_PASSWORD}`).toString('base64')}`;

export interface GitServer extends AsyncDisposable {
  /** Folder that holds the repositories. */
  root: string;
  origin: string;
  /** Smart HTTP address of a repository. */
  url(name: string): string;
  /** Creates an empty bare repository and returns its folder. */
  createRepository(
    name: string,
    options?: { withFilters?: boolean; objectFormat?: 'sha1' | 'sha256' },
  ): Promise<string>;
  /** Requests seen, as `GET /path?query`. */
  requests: string[];
}

/** What a test wants to answer itself; true when it has. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A real git server: `git http-backend` behind basic authentication. */
export async function startGitServer(intercept: Intercept = () => false): Promise<GitServer> {
  const root = await mkdtemp(join(tmpdir(), 'git-server-'));
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (intercept(request, response)) return;
    if (request.headers.authorization !== GIT_AUTHORIZATION) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    runBackend(root, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    root,
    origin,
    requests,
    url: (name) => `${origin}/${name}.git`,
    async createRepository(name, { withFilters = true, objectFormat = 'sha1' } = {}) {
      const folder = join(root, `${name}.git`);
      const format = `--object-format=${objectFormat}`;
      await execGit(root, 'init', '-q', '--bare', '--template=', format, '-b', 'main', folder);
      const settings = `[http]\n\treceivepack = true\n[uploadpack]\n\tallowFilter = ${withFilters}\n`;
      await appendFile(join(folder, 'config'), settings);
      return folder;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      // A backend that was cut off may still be writing.
      await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function runBackend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://git');
  const { headers } = request;
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: GIT_USERNAME,
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: headers['content-type'],
      HTTP_CONTENT_ENCODING: headers['content-encoding'],
      ...(headers['content-length'] === undefined ? {} : { CONTENT_LENGTH: headers['content-length'] }),
      ...(headers['git-protocol'] === undefined
        ? {}
        : {
            GIT_PROTOCOL: String(headers['git-protocol']),
            HTTP_GIT_PROTOCOL: String(headers['git-protocol']),
          }),
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  backend.stdin.on('error', () => undefined);
  request.pipe(backend.stdin);
  response.once('close', () => backend.kill());
  let head = Buffer.alloc(0);
  const readHead = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    backend.stdout.off('data', readHead);
    const lines = head.subarray(0, end).toString('latin1').split('\r\n');
    const pairs = lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
    const answer = Object.fromEntries(pairs);
    const status = Number.parseInt(answer['status'] ?? '200', 10);
    delete answer['status'];
    response.writeHead(status, answer);
    response.write(head.subarray(end + 4));
    backend.stdout.pipe(response);
  };
  backend.stdout.on('data', readHead);
  backend.on('close', () => {
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
}
