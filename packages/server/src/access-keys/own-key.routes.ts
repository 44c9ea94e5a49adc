import { deleteDomainKey, listDomainKeys } from '@atrium/contract/access-keys/domain-key';
import {
  allowKeyRequest,
  collectKey,
  createKeyRequest,
  getKeyRequest,
  refuseKeyRequest,
} from '@atrium/contract/access-keys/key-request';
import {
  createOwnKey,
  deleteCurrentKey,
  deleteOwnKey,
  listOwnKeys,
} from '@atrium/contract/access-keys/own-key';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { DomainKeys } from './domain-key.service.ts';
import type { KeyCollections } from './key-collection.service.ts';
import type { KeyRequests } from './key-request.service.ts';
import type { OwnKeys } from './own-key.service.ts';

interface KeyParts {
  ownKeys: OwnKeys;
  domainKeys: DomainKeys;
  keyRequests: KeyRequests;
  keyCollections: KeyCollections;
}

export function ownKeyRoutes(
  app: FastifyInstance,
  { ownKeys, domainKeys, keyRequests, keyCollections }: KeyParts,
): void {
  route(app, listOwnKeys, ({ caller }) => ownKeys.list(caller));
  route(app, createOwnKey, ({ caller, body }) => ownKeys.create(caller, body));
  route(app, deleteCurrentKey, ({ caller }) => ownKeys.deleteCurrent(caller));
  route(app, deleteOwnKey, ({ caller, params }) => ownKeys.delete(caller, params.id));
  route(app, listDomainKeys, ({ caller }) => domainKeys.list(caller));
  route(app, deleteDomainKey, ({ caller, params }) => domainKeys.delete(caller, params.id));
  route(app, createKeyRequest, ({ body, request }) => keyRequests.create(body, request.ip));
  route(app, collectKey, ({ body, request }) => keyCollections.collect(body.deviceCode, request.id));
  route(app, getKeyRequest, ({ caller, query }) => keyRequests.get(caller, query.code));
  route(app, allowKeyRequest, ({ caller, body }) => keyRequests.allow(caller, body.code, body.permissions));
  route(app, refuseKeyRequest, ({ caller, body }) => keyRequests.refuse(caller, body.code));
}
