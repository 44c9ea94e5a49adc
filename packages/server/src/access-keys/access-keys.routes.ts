import {
  createAccessKey,
  deleteAccessKey,
  getAccessKey,
  listAccessKeys,
  updateAccessKey,
} from '@atrium/contract/access-keys/access-key';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { AccessKeys } from './access-keys.service.ts';

export function accessKeysRoutes(app: FastifyInstance, accessKeys: AccessKeys): void {
  route(app, listAccessKeys, () => accessKeys.list());
  route(app, getAccessKey, ({ params }) => accessKeys.get(params.id));
  route(app, createAccessKey, ({ caller, body }) => accessKeys.create(caller, body));
  route(app, updateAccessKey, ({ caller, params, body }) => accessKeys.update(caller, params.id, body));
  route(app, deleteAccessKey, ({ caller, params }) => accessKeys.delete(caller, params.id));
}
