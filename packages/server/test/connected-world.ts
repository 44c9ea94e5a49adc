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
import type { Caller } from '../src/http/caller.ts';
import { type ConfigurationWorld, SERVICE } from './configuration-world.ts';
import { GIT_PASSWORD, GIT_USERNAME } from './git-server.ts';

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

/** Runs due jobs of connections and tests until none is left, as the jobs process would. */
export async function runConnectionJobs({ server }: ConfigurationWorld): Promise<void> {
  const { jobs, gitSync, testRuns } = server.context;
  const handlers = [...gitSync.jobs, ...testRuns.jobs];
  while ((await jobs.runDue(handlers)) > 0);
}
