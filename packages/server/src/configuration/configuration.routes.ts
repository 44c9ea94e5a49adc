import { listBranches } from '@atrium/contract/configuration/branches';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { cancelOperation, getProgress, listProgress } from '@atrium/contract/configuration/progress';
import { getLastCommits, getPull, pull, readRemoteFile } from '@atrium/contract/configuration/pull';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { route } from '../http/route.ts';
import type { Configuration } from './configuration.ts';

/** Git remotes, pulls and what is submitted from them. */
export function configurationRoutes(app: FastifyInstance, configuration: Configuration): void {
  const { operations, pulls, remoteFiles, confirming } = configuration;
  route(app, listBranches, async ({ body, reply }) => pulls.listBranches(body, leaving(reply)));
  route(app, pull, async ({ caller, body, reply }) => pulls.pull(caller, body, leaving(reply)));
  route(app, getPull, async ({ caller, params }) => pulls.get(caller, params.uuid));
  route(app, getLastCommits, async ({ caller, params }) => pulls.getLastCommits(caller, params.uuid));
  route(app, readRemoteFile, async ({ caller, body }) => remoteFiles.read(caller, body));
  route(app, confirmPull, async ({ caller, body, reply }) =>
    confirming.confirm(caller, body, leaving(reply)),
  );
  route(app, listProgress, async ({ caller }) => ({ operations: await operations.list(caller) }));
  route(app, getProgress, async ({ caller, params }) => operations.get(caller, params.id));
  route(app, cancelOperation, async ({ caller, params }) => operations.cancel(caller, params.id));
}

/** Aborted when the caller goes away before the answer. */
function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
