import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { importConfiguration } from '@atrium/contract/service-api/versions/import';
import type { Logger } from 'pino';
import type { Clock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { readMetadata, readSources } from '../src/configuration/live-configuration.ts';
import type { Caller } from '../src/http/caller.ts';
import type { GitOptions } from '../src/providers/git/git.ts';
import { buildUser } from './factories.ts';
import { commitFiles } from './git-repository.ts';
import { GIT_PASSWORD, GIT_USERNAME, type GitServer, type Intercept, startGitServer } from './git-server.ts';
import { type PlatformApp, startPlatform } from './shipped-services.ts';

export const SERVICE = 'hyper-dispatch';

/** Path in a repository of a file of the service. */
export const inGit = (path: string) => `${SERVICE}/${path}`;

/** Files of the service by their paths in a repository. */
export const allInGit = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [inGit(path), content]));

/** A platform with its services, a git server, and one signed-in person. */
export interface ConfigurationWorld extends AsyncDisposable {
  server: PlatformApp;
  remote: GitServer;
  caller: Caller;
  gitRequest(name: string, more?: object): { username: string; password: string; gitUrl: string };
  liveVersion(serviceId?: string): Promise<number>;
  liveContent(path: string): Promise<string | undefined>;
  /** Changes live files by path, as a person does on the platform; null removes one. */
  changeLive(files: Record<string, string | null>, serviceId?: string, commitSha?: string): Promise<void>;
  /** A repository that holds what is live now, below the service's folder, and a README. */
  repositoryOfLive(name: string): Promise<string>;
}

export async function startConfigurationWorld(
  git: Partial<GitOptions> = {},
  {
    intercept,
    configOf,
    ...parts
  }: {
    log?: Logger;
    intercept?: Intercept;
    clock?: Clock;
    configOf?: (remote: GitServer) => Partial<Config>;
  } = {},
): Promise<ConfigurationWorld> {
  const starting = startGitServer(intercept);
  const config = configOf?.(await starting);
  const [remote, server] = await Promise.all([starting, startPlatform(git, { ...parts, config })]);
  const caller = await buildUser(server.context);
  const client = () => server.context.services.getClient(caller);
  return {
    server,
    remote,
    caller,
    gitRequest(name, more = {}) {
      return { username: GIT_USERNAME, password: GIT_PASSWORD, gitUrl: remote.url(name), ...more };
    },
    liveVersion: async (serviceId = SERVICE) => (await readMetadata(client(), serviceId)).version,
    async liveContent(path) {
      return (await readSources(client(), SERVICE, [filePlaceOf(path)])).get(path)?.content;
    },
    async changeLive(files, serviceId = SERVICE, commitSha) {
      const folders = Object.entries(files).map(([path, content]) => {
        const { folderPath, name } = filePlaceOf(path);
        const file = content === null ? { action: 'delete' as const } : { action: 'merge' as const, content };
        return { name: folderPath, files: [{ name, ...file }] };
      });
      const { version: baseVersion } = await readMetadata(client(), serviceId);
      await client().call(serviceId, importConfiguration, { body: { baseVersion, commitSha, folders } });
    },
    async repositoryOfLive(name) {
      const folder = await remote.createRepository(name);
      const { folders } = await readMetadata(client(), SERVICE);
      const sources = await readSources(
        client(),
        SERVICE,
        folders.flatMap(({ files }) => files),
      );
      const files = [...sources].map(([path, { content }]) => [`${SERVICE}/${path}`, content]);
      await commitFiles(folder, { 'README.md': 'Shop', ...Object.fromEntries(files) }, { message: 'Live' });
      return folder;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await remote[Symbol.asyncDispose]();
    },
  };
}
