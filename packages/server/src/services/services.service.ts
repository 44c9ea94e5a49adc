import { type Service, serviceUri } from '@atrium/contract/services/service';
import type { Kysely } from 'kysely';
import type { Tokens } from '../accounts/tokens.service.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { ConflictError, NotFoundError, ValidationError } from '../http/errors.ts';
import { createServiceClient, type ServiceClient } from './service-client.ts';
import { readRegistration } from './service-registration.ts';
import {
  deleteForeignService,
  findService,
  listServices,
  type RegisteredService,
  upsertService,
} from './services.repository.ts';

export type { RegisteredService };

/** The services of the platform: which there are, where they are, and how to call them. */
export interface Services {
  /** As customers see them, in the order in which they are shown. */
  list(): Promise<Service[]>;
  /** With the addresses at which the platform itself reaches them. */
  listRegistered(): Promise<RegisteredService[]>;
  /** Throws NotFoundError for an unknown id. */
  get(serviceId: string): Promise<RegisteredService>;
  /** Reads at an address what the service says of itself, and adds it, or changes the one of that id. */
  register(address: string, options?: { isShipped?: boolean }): Promise<RegisteredService>;
  /** Makes a shipped service known before its process has told where it is, so that it can be given its key. */
  expectShipped(service: { id: string; name: string; group: string }): Promise<void>;
  /** Removes a service that is not shipped. */
  remove(serviceId: string): Promise<void>;
  /** Calls of services on behalf of a person. */
  client(caller: Caller): ServiceClient;
}

/** Nothing listens there: a service that is expected answers as one that is down. */
const NOWHERE = 'http://127.0.0.1:9';

export function createServices(db: Kysely<Database>, clock: Clock, tokens: Tokens): Services {
  async function get(serviceId: string): Promise<RegisteredService> {
    const service = await findService(db, serviceId);
    if (service === undefined) throw new NotFoundError(`There is no service "${serviceId}".`);
    return service;
  }
  return {
    get,
    list: async () => (await listServices(db)).map(toListed),
    listRegistered: () => listServices(db),
    async register(given, { isShipped = false } = {}) {
      const address = checkAddress(given);
      const found = await readRegistration(address);
      const existing = await findService(db, found.id);
      if (existing?.isShipped && !isShipped) {
        throw new ConflictError(`"${found.id}" is part of the platform; the service needs another id.`);
      }
      await upsertService(db, { ...found, address, isShipped }, clock.now());
      return get(found.id);
    },
    async expectShipped(service) {
      if (await findService(db, service.id)) return;
      const unknown = { address: NOWHERE, hasUi: false, isShipped: true, info: { fe: null, be: null } };
      await upsertService(db, { ...service, ...unknown }, clock.now());
    },
    async remove(serviceId) {
      const service = await get(serviceId);
      if (service.isShipped) throw new ValidationError(`"${serviceId}" is part of the platform.`);
      await deleteForeignService(db, serviceId);
    },
    client: (caller) =>
      createServiceClient(get, async (serviceId) => {
        const { token } = await tokens.issueServiceToken(caller, serviceId);
        return token;
      }),
  };
}

function toListed({ id, name, group, hasUi, info }: RegisteredService): Service {
  const uri = serviceUri(id);
  return {
    id,
    name,
    uri,
    group,
    health: { fe: hasUi ? `${uri}/ui/health` : null, be: `${uri}/health` },
    info,
  };
}

/** The address in its one spelling. Only these addresses are ever called by the proxy and by the client. */
function checkAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ValidationError(`"${address}" is not an address of a service: it must start with http(s)://.`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ValidationError("A service's address holds no user, password, query or fragment.");
  }
  return url.href.replace(/\/+$/, '');
}
