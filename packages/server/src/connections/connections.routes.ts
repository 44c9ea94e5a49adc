import {
  confirmHostKey,
  createConnection,
  deleteConnection,
  listConnections,
  makeConnectionDefault,
  testConnection,
  updateConnection,
} from '@atrium/contract/connections/connections';
import {
  connectOffered,
  finishGitApp,
  listGitApps,
  listOfferedRepositories,
  startGitApp,
} from '@atrium/contract/connections/git-apps';
import {
  discardNextKey,
  finishKeyRenewal,
  startKeyRenewal,
  testNextKey,
} from '@atrium/contract/connections/key-renewal';
import type { FastifyInstance } from 'fastify';
import { leaving } from '../http/leaving.ts';
import { route } from '../http/route.ts';
import type { Connections } from './connection.service.ts';
import type { GitGrants } from './git-grant.service.ts';
import type { KeyRenewals } from './key-renewal.service.ts';

export function connectionsRoutes(
  app: FastifyInstance,
  {
    connections,
    keyRenewals,
    gitGrants,
  }: { connections: Connections; keyRenewals: KeyRenewals; gitGrants: GitGrants },
): void {
  route(app, listConnections, async ({ caller }) => ({ connections: await connections.list(caller) }));
  route(app, createConnection, ({ caller, body }) => connections.create(caller, body));
  route(app, updateConnection, ({ caller, params, body }) => connections.update(caller, params.id, body));
  route(app, makeConnectionDefault, ({ caller, params }) => connections.makeDefault(caller, params.id));
  route(app, deleteConnection, ({ caller, params }) => connections.delete(caller, params.id));
  route(app, testConnection, ({ caller, params, reply }) =>
    connections.test(caller, params.id, leaving(reply)),
  );
  route(app, confirmHostKey, ({ caller, params, body, reply }) =>
    connections.confirmHostKey(caller, params.id, body.fingerprint, leaving(reply)),
  );
  route(app, startKeyRenewal, ({ caller, params }) => keyRenewals.start(caller, params.id));
  route(app, testNextKey, ({ caller, params, reply }) => keyRenewals.test(caller, params.id, leaving(reply)));
  route(app, finishKeyRenewal, ({ caller, params, body, reply }) =>
    keyRenewals.finish(caller, params.id, body.publicKey, leaving(reply)),
  );
  route(app, discardNextKey, ({ caller, params }) => keyRenewals.discard(caller, params.id));
  route(app, listGitApps, async () => ({ apps: gitGrants.listApps() }));
  route(app, startGitApp, ({ caller, params, body }) =>
    gitGrants.start(caller, params.kind, body.connectionId),
  );
  route(app, finishGitApp, ({ caller, body }) => gitGrants.finish(caller, body.query));
  route(app, listOfferedRepositories, ({ caller, params, query }) =>
    gitGrants.listRepositories(caller, params.id, query.search),
  );
  route(app, connectOffered, ({ caller, params, body }) => gitGrants.connect(caller, params.id, body));
}
