import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepCompiledCode } from '@atrium/host/compiled-code';
import type { TestDatabase } from '@atrium/host/test/databases';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import type { GitOptions } from '../src/providers/git/git.ts';
import { type RunningServices, runServices } from '../src/start/run-services.ts';
import { startTestApp, type TestApp } from './support.ts';

// As the product does: the process of the services then loads half as long.
keepCompiledCode();

export interface PlatformApp extends TestApp {
  /** Folder of caches and other files of the server. */
  dataFolder: string;
  /** The process of the services. */
  running: RunningServices;
}

/** The whole application with the shipped services in a process of their own, as the product runs them. */
export async function startPlatform(
  git: Partial<GitOptions> = {},
  {
    dataFolder: given,
    config,
    ...parts
  }: {
    log?: Logger;
    database?: TestDatabase;
    dataFolder?: string;
    clock?: Clock;
    config?: Partial<Config> | undefined;
  } = {},
): Promise<PlatformApp> {
  const dataFolder = given ?? (await mkdtemp(join(tmpdir(), 'platform-')));
  const server = await startTestApp({
    // Services check tokens against the machine's own time.
    clock: systemClock,
    config: { dataFolder, gitAllowPrivate: true, ...config },
    git,
    ...parts,
  });
  const { context, app } = server;
  await app.listen({ host: '127.0.0.1', port: 0 });
  context.publicUrl.listensOn((app.server.address() as AddressInfo).port);
  const services = runServices(context, server);
  await services.firstStart;
  return {
    ...server,
    dataFolder,
    running: services,
    async [Symbol.asyncDispose]() {
      await services.stop();
      await server[Symbol.asyncDispose]();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
