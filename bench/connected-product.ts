import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { type GitRemote, startGitRemote } from '../e2e/support/git-remote.ts';
import { makeRepository, type Repository } from '../e2e/support/git-repository.ts';
import { call, signIn } from './administrator.ts';
import { nextAddress } from './call-load.ts';
import { makeOwner, makeSigner } from './large-domain.ts';
import { freePort, type RunningProduct, startAndWait, withDataFolder } from './product.ts';
import { startDatabase } from './services.ts';

/** The product as a process of each role, and a git server. */
export interface ConnectedProduct {
  url: string;
  db: pg.Client;
  remote: GitRemote;
  /** Process id of the role jobs. */
  jobs: number;
  /** Kills the process of a role and starts it again. */
  killAndStart(role: Role): Promise<void>;
}

type Role = 'web' | 'services' | 'jobs';

const PROGRAM = join(import.meta.dirname, '..', 'packages', 'server', 'src', 'main.ts');
export const SERVICE = 'hyper-dispatch';

export function withConnectedProduct<Result>(
  work: (product: ConnectedProduct) => Promise<Result>,
): Promise<Result> {
  return withDataFolder(async (folder) => {
    const remote = await startGitRemote();
    const server = await startDatabase('on-disk');
    const [port, servicesPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const started = new Map<Role, RunningProduct>();
    const secretKey = randomBytes(32).toString('base64');
    const start = async (role: Role, rolePort: number) => {
      const running = await startAndWait([PROGRAM], '/health/ready', join(folder, role), {
        DATABASE_URL: server.url,
        ATRIUM_SECRET_KEY: secretKey,
        ATRIUM_PUBLIC_URL: url,
        ATRIUM_SERVICES_URL: `http://127.0.0.1:${servicesPort}`,
        ATRIUM_GIT_ALLOW_PRIVATE: 'true',
        ATRIUM_ROLES: role,
        PORT: String(rolePort),
        ATRIUM_OPS_PORT: String(await freePort()),
      });
      started.set(role, running);
      return running.child.pid ?? 0;
    };
    const db = new pg.Client(server.database);
    try {
      await db.connect();
      // The first one migrates; services ask web for its keys.
      const ports = { web: port, services: servicesPort, jobs: 0 };
      await start('web', ports.web);
      await start('services', ports.services);
      const jobs = await start('jobs', ports.jobs);
      const killAndStart = async (role: Role) => {
        const child = started.get(role)?.child;
        if (child === undefined) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
        await start(role, ports[role]);
      };
      return await work({ url, db, remote, jobs, killAndStart });
    } finally {
      for (const role of ['jobs', 'services', 'web'] as const) await started.get(role)?.stop();
      await db.end();
      await remote.stop();
      server.stop();
    }
  });
}

/** A connected repository, exchanged once. */
export interface Connected {
  id: string;
  domainId: string;
  repository: Repository;
  /** Calls as the owner of the connection. */
  call<Returned>(method: string, path: string, body?: object): Promise<Returned>;
}

/** A domain whose functions are `files`, by path, with one connection for each name, all of them to copies of one repository. */
export async function connectDomain(
  { url, db, remote }: ConnectedProduct,
  domain: string,
  names: readonly string[],
  files: Record<string, string>,
): Promise<Connected[]> {
  const owner = await makeOwner(db, domain);
  // A sign-in counts as recent for a few minutes only.
  const sign = await makeSigner({ url, token: await signIn(url, nextAddress()) }, owner.userId);
  const token = await sign();
  const asOwner: Connected['call'] = (...given) => call({ url, token, address: nextAddress() }, ...given);
  const { version } = await asOwner<{ version: number }>('GET', `/services/${SERVICE}/export/metadata`);
  const folders = Map.groupBy(Object.entries(files), ([path]) => path.slice(0, path.lastIndexOf('/')));
  await asOwner('POST', `/services/${SERVICE}/import`, {
    baseVersion: version,
    folders: [...folders].map(([name, inFolder]) => ({
      name,
      files: inFolder.map(([path, content]) => ({
        name: path.slice(name.length + 1),
        action: 'remote',
        content,
      })),
    })),
  });
  const connect = async (repository: Repository): Promise<Connected> => {
    const { name } = repository;
    const { username, password } = remote;
    const body = { name, gitUrl: remote.urlOf(name), username, password };
    const { id } = await asOwner<{ id: string }>('POST', '/console/v1/git/connections', body);
    return { id, domainId: owner.domainId, repository, call: asOwner };
  };
  const connected: Connected[] = [];
  for (const name of names) {
    const [first] = connected;
    if (first === undefined) {
      const made = await connect(await remote.makeRepository(name));
      connected.push(made);
      await asOwner('POST', '/console/v1/git/config/push', { connectionId: made.id, services: [SERVICE] });
      continue;
    }
    const root = dirname(first.repository.folder);
    await cp(first.repository.folder, join(root, `${name}.git`), { recursive: true });
    connected.push(await connect(await makeRepository(root, name)));
  }
  return connected;
}
