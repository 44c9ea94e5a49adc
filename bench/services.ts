import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PERMISSIONS } from '@atrium/contract/permissions';
import type { UsageBatch, UsageEvent } from '@atrium/contract/service-api/functions/usage';
import { issueDomainToken } from '@atrium/contract/services/domain-token';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type pg from 'pg';
import { nextLine, withDataFolder } from './product.ts';

const runtime = join(import.meta.dirname, '..', 'packages', 'runtime');

export interface MeasuredServices {
  /** Address of hyper-dispatch in the product's own services program. */
  url: string;
  child: ChildProcess;
  database: pg.ClientConfig;
  /** A different call, which counts nothing. */
  startUnmetered(): Promise<{ url: string; child: ChildProcess }>;
  /** Kills the program and starts it again. Returns its new address. */
  killAndStart(): Promise<string>;
  /** The token of a person of a domain for a service, hyper-dispatch if left out; another person each time. */
  tokenFor(domainId: string, serviceId?: string): Promise<string>;
  /** Usage that the services have reported so far. */
  reported: UsageEvent[];
}

/** More calls in a minute are measured than one domain may make. */
const NO_CAP = { invocationsPerMinute: 1e9, invocationsPerDay: 1e9, computingPerDay: 1e9 };

/** The shipped services as one process of their own, called directly, with the bench in place of the platform. */
export async function withServices<Result>(
  work: (services: MeasuredServices) => Promise<Result>,
  { isDatabaseOnDisk = false } = {},
): Promise<Result> {
  return withDataFolder(async (folder) => {
    const server = await startDatabase(isDatabaseOnDisk ? 'on-disk' : 'embedded');
    const { database } = server;
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
    const jwks = JSON.stringify({
      keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'EdDSA', use: 'sig' }],
    });
    const tokenFor = (domainId: string, serviceId = 'hyper-dispatch') =>
      new SignJWT({
        domainId,
        parentId: null,
        roles: [],
        isAdmin: false,
        permissions: PERMISSIONS,
        limits: NO_CAP,
      })
        .setProtectedHeader({ alg: 'EdDSA', kid: 'bench' })
        .setIssuer('atrium')
        .setAudience(serviceId)
        .setSubject(randomUUID())
        .setIssuedAt()
        .setExpirationTime('2h')
        .sign(privateKey);
    const reported: UsageEvent[] = [];
    const platform = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        if (request.method === 'GET') return response.end(jwks);
        if (request.url?.endsWith(issueDomainToken.path)) {
          const { domainId } = JSON.parse(text) as { domainId: string };
          void tokenFor(domainId).then((token) => {
            response.setHeader('content-type', 'application/json');
            response.end(JSON.stringify({ token }));
          });
          return response;
        }
        reported.push(...(JSON.parse(text) as UsageBatch).events);
        return response.writeHead(204).end();
      });
    });
    platform.listen(0, '127.0.0.1');
    await once(platform, 'listening');
    const platformUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
    const privateJwk = await exportJWK(privateKey);
    const children: ChildProcess[] = [];

    const start = async (program: string) => {
      const child = spawn(process.execPath, [join(runtime, program)], {
        env: {},
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      children.push(child);
      const settings = {
        port: 0,
        databaseConnection: database,
        jwksUrl: `${platformUrl}/jwks`,
        platformUrl,
        services: ['hyper-dispatch', 'content'].map((id) => ({ id, accessKeyId: id, privateJwk })),
        logLevel: 'error',
        usageFolder: join(folder, 'usage'),
      };
      child.stdin.write(`${JSON.stringify(settings)}\n`);
      const { port } = JSON.parse(await nextLine(child)) as { port: number };
      return { child, url: `http://127.0.0.1:${port}/hyper-dispatch` };
    };

    try {
      const started = await start('src/main.ts');
      let running = started.child;
      return await work({
        ...started,
        database,
        async killAndStart() {
          const ended = once(running, 'exit');
          running.kill('SIGKILL');
          await ended;
          const next = await start('src/main.ts');
          running = next.child;
          return next.url;
        },
        startUnmetered: () => start('test/unmetered.ts'),
        reported,
        tokenFor,
      });
    } finally {
      for (const child of children.filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      )) {
        child.stdin?.end();
        await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, 15_000))]);
        child.kill('SIGKILL');
      }
      platform.close();
      server.stop();
    }
  });
}

/** Puts files into the configuration of the token's domain. */
export async function importFiles(url: string, token: string, files: Record<string, string>): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { version } = (await (await fetch(`${url}/export/metadata`, { headers })).json()) as {
    version: number;
  };
  const folders = Object.entries(files).map(([path, content]) => ({
    name: path.slice(0, path.lastIndexOf('/')),
    files: [{ name: path.slice(path.lastIndexOf('/') + 1), action: 'remote', content }],
  }));
  const body = JSON.stringify({ baseVersion: version, folders });
  const response = await fetch(`${url}/import`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`import answered ${response.status}: ${await response.text()}`);
}

/** The embedded PostgreSQL as a server of its own, with nothing else of the product. */
export async function startDatabase(
  where: 'embedded' | 'on-disk',
): Promise<{ url: string; database: pg.ClientConfig; stop(): void }> {
  const program = join(import.meta.dirname, '..', 'packages', 'server', 'test', 'run-on-server.ts');
  const hold = join(import.meta.dirname, 'hold.mjs');
  const child = spawn(process.execPath, [program, where, process.execPath, hold], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = new URL(await nextLine(child, (line) => line.startsWith('postgres')));
  const database = {
    host: url.hostname,
    port: Number(url.port),
    user: url.username,
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  };
  return { url: url.href, database, stop: () => void child.stdin.end() };
}
