import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, makeDataFolder, removeDataFolder } from '../../support/product.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const node = join(root, 'node_modules', '.bin', 'node');

type Role = 'web' | 'jobs' | 'services';

/** Atrium as three processes on one database, as an operator runs it on several machines. */
export interface RoleProcesses {
  url: string;
  /** SIGKILL of a process, and another one in its place. */
  kill(role: Role): Promise<void>;
  /** SIGKILL of the process that runs customers' code; its parent starts it again. */
  killRuntime(): void;
  stop(): Promise<void>;
}

export async function startRoleProcesses(databaseUrl: string): Promise<RoleProcesses> {
  const ports = { web: await freePort(), jobs: await freePort(), services: await freePort() };
  const url = `http://127.0.0.1:${ports.web}`;
  const folders: string[] = [];
  const running = new Map<Role, ChildProcess>();

  async function start(role: Role): Promise<void> {
    const folder = await makeDataFolder();
    folders.push(folder);
    const child = spawn(node, [join(root, 'packages', 'server', 'src', 'main.ts')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        ATRIUM_ROLES: role,
        ATRIUM_DATA: folder,
        // Machines that share a database share the key.
        ATRIUM_SECRET_KEY: Buffer.alloc(32, 'atrium').toString('base64'),
        ATRIUM_PUBLIC_URL: url,
        ATRIUM_SERVICES_URL: `http://127.0.0.1:${ports.services}`,
        ATRIUM_ADMIN_PASSWORD: 'correct horse battery staple',
        HOST: '127.0.0.1',
        PORT: String(ports[role]),
        LOG_LEVEL: 'fatal',
      },
    });
    running.set(role, child);
  }

  await start('web');
  await waitFor(`${url}/health/live`);
  await start('jobs');
  await start('services');
  await waitFor(`http://127.0.0.1:${ports.services}/hyper-dispatch/health`);
  return {
    url,
    async kill(role) {
      const child = running.get(role);
      child?.kill('SIGKILL');
      if (child !== undefined) await once(child, 'exit');
      await start(role);
    },
    killRuntime() {
      for (const id of childrenOf(running.get('services')?.pid ?? 0)) process.kill(id, 'SIGKILL');
    },
    async stop() {
      for (const child of [...running.values()].reverse()) {
        child.kill('SIGTERM');
        await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, 20_000))]);
        child.kill('SIGKILL');
      }
      for (const folder of folders) await removeDataFolder(folder);
    },
  };
}

async function waitFor(address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const isThere = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing answers at ${address}`);
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        // It has ended since it was listed.
        return false;
      }
    });
}
