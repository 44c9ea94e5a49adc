import { randomUUID } from 'node:crypto';
import { push } from '@atrium/contract/configuration/push';
import {
  type Automation,
  createWebhookSecret,
  getAutomation,
  type OnPush,
  updateAutomation,
} from '@atrium/contract/connections/automation';
import { createConnection } from '@atrium/contract/connections/connections';
import type { ConnectionState } from '@atrium/contract/connections/git-state';
import { readMetadata } from '../src/configuration/live-configuration.ts';
import type { Caller } from '../src/http/caller.ts';
import { type ConfigurationWorld, SERVICE } from './configuration-world.ts';
import { GIT_PASSWORD, GIT_USERNAME } from './git-server.ts';

/** Function of connected repositories. */
export const ADD = 'functions/sums/add.js';
/** Source of a function that returns a value. */
export const adding = (value: number | string) => `export default () => ${value};\n`;
/** `ADD`, and a test that fails unless it returns more than zero. */
export const TESTED_ADD = {
  [ADD]: adding(1),
  'tests/sums/adds.js':
    "export default async ({ call, expect }) => expect(await call('sums/add')).to.be.above(0);\n",
};

/** A connection to a repository that holds the live configuration, exchanged once. */
export interface ConnectedRepository {
  id: string;
  /** The bare repository. */
  folder: string;
  refresh(): Promise<ConnectionState>;
  automation(): Promise<Automation>;
  setOnPush(onPush: OnPush): Promise<void>;
  createSecret(): Promise<{ url: string; secret: string }>;
}

/** `files` become live first, and are in the repository. */
export async function connectRepository(
  world: ConfigurationWorld,
  name: string,
  { files = {}, as = world.caller }: { files?: Record<string, string | null>; as?: Caller } = {},
): Promise<ConnectedRepository> {
  const { server, remote, caller } = world;
  if (Object.keys(files).length > 0) await world.changeLive(files);
  const folder = await world.repositoryOfLive(name);
  const body = { name, gitUrl: remote.url(name), username: GIT_USERNAME, password: GIT_PASSWORD };
  const { id } = await server.call(createConnection, { body }, { as });
  await server.call(push, { body: { connectionId: id, services: [SERVICE] } }, { as });
  const params = { id };
  const repository: ConnectedRepository = {
    id,
    folder,
    // Past the endpoint, which limits the calls of a minute.
    refresh: () => server.context.gitSync.states.refresh(caller, id),
    automation: () => server.call(getAutomation, { params }, { as: caller }),
    async setOnPush(onPush) {
      await server.call(updateAutomation, { params, body: { onPush } }, { as: caller });
    },
    createSecret: () => server.call(createWebhookSecret, { params }, { as: caller }),
  };
  await repository.refresh();
  return repository;
}

/** Removes the tests of the starter configuration, which take most of the time of a run. */
export async function removeStarterTests({ server, caller, changeLive }: ConfigurationWorld): Promise<void> {
  const client = server.context.services.getClient(caller);
  for (const { id } of await server.context.services.listRegistered()) {
    const { folders } = await readMetadata(client, id);
    const paths = folders.flatMap(({ files }) => files.map(({ filePath }) => filePath));
    const tests = paths.filter((path) => path.startsWith('tests/'));
    if (tests.length > 0) await changeLive(Object.fromEntries(tests.map((path) => [path, null])), id);
  }
}

/** Connects a repository with a random name. */
export const connectNew = (
  world: ConfigurationWorld,
  options?: Parameters<typeof connectRepository>[2],
): Promise<ConnectedRepository> => connectRepository(world, `r${randomUUID().slice(0, 8)}`, options);

/** Looks at the branch, as the timetable or a webhook does, and runs due jobs. */
export async function lookAt(world: ConfigurationWorld, repository: ConnectedRepository): Promise<void> {
  await repository.refresh();
  await runConnectionJobs(world);
}

/** Runs due jobs of connections and tests until none is left, as the jobs process would. */
export async function runConnectionJobs({ server }: ConfigurationWorld): Promise<void> {
  const { jobs, gitSync, testRuns } = server.context;
  const handlers = [...gitSync.jobs, ...testRuns.jobs];
  while ((await jobs.runDue(handlers)) > 0);
}

/** Runs due jobs and deliveries until none is left. */
export async function runWithDeliveries(world: ConfigurationWorld): Promise<void> {
  const { jobs, outbox } = world.server.context;
  do await runConnectionJobs(world);
  while ((await jobs.runDue(outbox.bindJobs())) > 0);
}
