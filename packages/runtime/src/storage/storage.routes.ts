import { listPersonRecords } from '@atrium/contract/service-api/person';
import { deleteStorage, getStorage } from '@atrium/contract/service-api/storage';
import type { FastifyInstance } from 'fastify';
import { route } from '../host/route.ts';
import type { PersonRecords } from './person-record.service.ts';
import type { StorageUses } from './storage-use.service.ts';

export function storageRoutes(app: FastifyInstance, storage: StorageUses, records: PersonRecords): void {
  route(app, getStorage, ({ caller }) => storage.get(caller.domainId));
  route(app, deleteStorage, ({ caller }) => storage.delete(caller.domainId));
  route(app, listPersonRecords, ({ caller, query }) => records.list(caller, query.after));
}
