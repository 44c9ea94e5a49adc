import {
  createAccessKey,
  deleteAccessKey,
  getAccessKey,
  listAccessKeys,
  updateAccessKey,
} from '@atrium/contract/access-keys/access-key';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { MachineKeys } from './machine-key.service.ts';

export function accessKeysRoutes(app: FastifyInstance, machineKeys: MachineKeys): void {
  route(app, listAccessKeys, () => machineKeys.list());
  route(app, getAccessKey, ({ params }) => machineKeys.get(params.id));
  route(app, createAccessKey, ({ caller, body }) => machineKeys.create(caller, body));
  route(app, updateAccessKey, ({ caller, params, body }) => machineKeys.update(caller, params.id, body));
  route(app, deleteAccessKey, ({ caller, params }) => machineKeys.delete(caller, params.id));
}
