import { deleteStorage, getStorage } from '@atrium/contract/service-api/storage';
import type { FastifyInstance } from 'fastify';
import { route } from '../host/route.ts';
import type { StorageUses } from './storage-use.service.ts';

export function storageRoutes(app: FastifyInstance, storage: StorageUses): void {
  route(app, getStorage, ({ caller }) => storage.get(caller.domainId));
  route(app, deleteStorage, ({ caller }) => storage.delete(caller.domainId));
}
