import {
  confirmHostKey,
  createConnection,
  deleteConnection,
  listConnections,
  makeConnectionDefault,
  testConnection,
  updateConnection,
} from '@atrium/contract/connections/connections';
import type { FastifyInstance } from 'fastify';
import { leaving } from '../http/leaving.ts';
import { route } from '../http/route.ts';
import type { Connections } from './connection.service.ts';

export function connectionsRoutes(app: FastifyInstance, connections: Connections): void {
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
}
