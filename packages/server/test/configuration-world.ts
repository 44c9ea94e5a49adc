import type { Logger } from 'pino';
import { readMetadata, readSources } from '../src/configuration/live-configuration.ts';
import type { Caller } from '../src/http/caller.ts';
import type { GitOptions } from '../src/providers/git/git.ts';
import { buildUser } from './factories.ts';
import { commitFiles } from './git-repository.ts';
import { GIT_PASSWORD, GIT_USERNAME, type GitServer, startGitServer } from './git-server.ts';
import { type PlatformApp, startPlatform } from './shipped-services.ts';

export const SERVICE = 'hyper-dispatch';

/** A platform with its services, a git server, and one signed-in person. */
export interface ConfigurationWorld extends AsyncDisposable {
  server: PlatformApp;
  remote: GitServer;
  caller: Caller;
  gitRequest(name: string, more?: object): { username: string; password: string; gitUrl: string };
  liveVersion(): Promise<number>;
  liveContent(path: string): Promise<string | undefined>;
  /** A repository that holds what is live now, below the service's folder, and a README. */
  repositoryOfLive(name: string): Promise<string>;
}

export async function startConfigurationWorld(
  git: Partial<GitOptions> = {},
  parts: { log?: Logger } = {},
): Promise<ConfigurationWorld> {
  const [remote, server] = await Promise.all([startGitServer(), startPlatform(git, parts)]);
  const caller = await buildUser(server.context);
  const client = () => server.context.services.client(caller);
  return {
    server,
    remote,
    caller,
    gitRequest(name, more = {}) {
      return { username: GIT_USERNAME, password: GIT_PASSWORD, gitUrl: remote.url(name), ...more };
    },
    liveVersion: async () => (await readMetadata(client(), SERVICE)).version,
    async liveContent(path) {
      const cut = path.lastIndexOf('/');
      const place = { folderPath: path.slice(0, cut), name: path.slice(cut + 1) };
      return (await readSources(client(), SERVICE, [place])).get(path)?.content;
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
