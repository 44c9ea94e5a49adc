import type { ReachedService } from '@atrium/contract/operations/platform';
import { listPersonRecords, type PersonRecords } from '@atrium/contract/service-api/person';
import { findSettingChange } from '@atrium/contract/service-api/proxied-calls';
import { deleteStorage, getStorage, type StoredAmounts } from '@atrium/contract/service-api/storage';
import { HEALTH_DAYS, type HealthDay } from '@atrium/contract/services/health-days';
import { type Service, serviceUri } from '@atrium/contract/services/service';
import type { Notifications } from '@atrium/host/database/notifications';
import { NotifiedCache } from '@atrium/host/database/notified-cache';
import { AppError, ConflictError, NotFoundError, ValidationError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { deleteServicePublicKeys, exchangeServicePublicKey } from '../access-keys/service-public-key.ts';
import { recordByOperator } from '../accounts/people/operator-record.ts';
import type { Tokens } from '../accounts/sessions/token.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { addDays, utcDay } from '../utc.ts';
import { listHealthDays } from './health-day.repository.ts';
import {
  deleteForeignService,
  findService,
  listServices,
  type RegisteredService,
  SERVICES_CHANGED_CHANNEL,
  upsertService,
} from './service.repository.ts';
import { createServiceClient, type ServiceClient } from './service-client.ts';
import { listServiceHealth } from './service-health.repository.ts';
import { type RegistrationOptions, readRegistration } from './service-registration.ts';

export type { RegisteredService };

interface Parts {
  config: Pick<Config, 'servicesUrl'>;
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  tokens: Tokens;
  notifications: Notifications;
}

/** A call as it came, with the query. */
interface ServiceCall {
  serviceId: string;
  method: string;
  url: string;
  /** Within the service, decoded. */
  path: string;
  /** It changes what is live. */
  isConfiguration: boolean;
}

/** Far more than there are. */
const MAX_KNOWN = 1_000;

/** Key of the list of all services. */
const ALL = '*';

/** Audience (`aud`) of tokens of machines. */
const RESERVED_ID = 'atrium';

const STORAGE_TIMEOUT_MS = 5_000;
/** A service that needs longer goes on by itself, and has nothing left to delete the next night. */
const DELETION_TIMEOUT_MS = 240_000;

/** The services of the platform: which there are, where they are, and how to call them. */
export class Services {
  readonly #parts: Parts;
  readonly #known: NotifiedCache<RegisteredService>;
  readonly #all: NotifiedCache<RegisteredService[]>;
  #ownProcess: string | undefined;
  #hasTime = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#known = new NotifiedCache({
      ...parts,
      channel: SERVICES_CHANGED_CHANNEL,
      maxEntries: MAX_KNOWN,
      sharesLoads: true,
    });
    this.#all = new NotifiedCache({
      ...parts,
      channel: SERVICES_CHANGED_CHANNEL,
      keyOfPayload: () => ALL,
      maxEntries: 1,
      sharesLoads: true,
    });
  }

  /** Throws NotFoundError for an unknown id. */
  async get(serviceId: string): Promise<RegisteredService> {
    const service = await this.#known.get(serviceId, async () => {
      const found = await findService(this.#parts.db, serviceId);
      if (found === undefined) throw new NotFoundError(`There is no service "${serviceId}".`);
      return found;
    });
    return this.#located(service);
  }

  /** Called by this process itself once a service has come, changed or gone; the others hear of it at once. */
  forgetKnown(): void {
    this.#known.clear();
    this.#all.clear();
  }

  /** Address of the shipped services that this process has started. It is used unless ATRIUM_SERVICES_URL is set. */
  expectOwnProcess(address: string | undefined): void {
    this.#ownProcess = address;
  }

  get ownProcess(): string | undefined {
    return this.#ownProcess;
  }

  /** Services as customers see them, in the order in which they are shown. */
  async list(): Promise<Service[]> {
    return (await this.#listAll()).map(toListed);
  }

  /** How a service was on each of the last days, oldest first. Throws NotFoundError for an unknown id. */
  async listHealthDays(serviceId: string): Promise<HealthDay[]> {
    const { db, clock } = this.#parts;
    await this.get(serviceId);
    return listHealthDays(db, serviceId, addDays(utcDay(clock.now()), 1 - HEALTH_DAYS));
  }

  /** With the addresses at which the platform itself reaches them. */
  async listRegistered(): Promise<RegisteredService[]> {
    return (await this.#listAll()).map((service) => this.#located(service));
  }

  /** Times since which services have not answered; null for services that do. */
  async listDown(): Promise<{ id: string; name: string; downSince: Date | null }[]> {
    const checks = await listServiceHealth(this.#parts.db);
    return (await this.listRegistered()).map(({ id, name }) => {
      const found = checks.find(({ serviceId }) => serviceId === id);
      return { id, name, downSince: found?.backend === 'DOWN' ? found.downSince : null };
    });
  }

  /** For operators: where the platform reaches the services, and how they were at the last check. */
  async listReached(): Promise<ReachedService[]> {
    const checks = await listServiceHealth(this.#parts.db);
    return (await this.listRegistered()).map(({ id, name, address = null }) => {
      const { backend: health = null, checkedOn } = checks.find(({ serviceId }) => serviceId === id) ?? {};
      return { id, name, address, health, checkedOn: checkedOn?.toISOString() ?? null };
    });
  }

  /**
   * Reads the registration of the service at an address, and adds it or changes the one with that id; one that is at
   * another address only if this one is said to replace it.
   */
  async register(
    given: string,
    { isShipped = false, isTrusted = false, isReplacement = false, publicKey }: RegistrationOptions = {},
  ): Promise<RegisteredService> {
    const { db, clock, audit } = this.#parts;
    const address = checkAddress(given);
    const found = await readRegistration(address);
    if (found.id === RESERVED_ID) throw new ConflictError(`"${found.id}" is not a valid ID for a service.`);
    const existing = await findService(db, found.id);
    if (existing?.isShipped && !isShipped) {
      throw new ConflictError(`"${found.id}" is part of the platform; the service needs another id.`);
    }
    // An id is whose calls and tokens a service gets: it must not pass to another one that claims it.
    if (existing && !isShipped && !isReplacement && existing.address !== address) {
      throw new ConflictError(
        `"${found.id}" is registered at ${existing.address}. If it has moved, say so with --replace.`,
      );
    }
    const now = clock.now();
    await db.transaction().execute(async (transaction) => {
      await upsertService(transaction, { ...found, address, isShipped, isTrusted }, now);
      const key =
        publicKey === undefined
          ? undefined
          : await exchangeServicePublicKey(transaction, found.id, publicKey, now);
      // The shipped ones are registered by each start.
      if (isShipped) return;
      await recordByOperator(transaction, audit, {
        action: 'service.register',
        message: `The operator registered the service ${found.id}`,
        before: existing && toLogged(existing),
        after: { address, isTrusted, ...key },
      });
    });
    this.forgetKnown();
    return this.get(found.id);
  }

  /** Registers a shipped service before it has started, so that it can be given its key. */
  async expectShipped(service: { id: string; name: string; group: string }): Promise<void> {
    const { db, clock } = this.#parts;
    if (await findService(db, service.id)) return;
    const unknown = {
      address: undefined,
      hasUi: false,
      isShipped: true,
      isTrusted: false,
      info: { fe: null, be: null },
    };
    await upsertService(db, { ...service, ...unknown }, clock.now());
    this.forgetKnown();
  }

  /** Removes a service that is not shipped, with the key that it signs in with. */
  async delete(serviceId: string): Promise<void> {
    const service = await this.get(serviceId);
    if (service.isShipped) throw new ValidationError(`"${serviceId}" is part of the platform.`);
    const { db, audit } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      await deleteForeignService(transaction, serviceId);
      await deleteServicePublicKeys(transaction, serviceId);
      await recordByOperator(transaction, audit, {
        action: 'service.remove',
        message: `The operator removed the service ${serviceId}`,
        before: toLogged(service),
      });
    });
    this.forgetKnown();
  }

  /**
   * Records what people are about to change in a service as someone else, and which configuration a page changes for them: its
   * own log names only whom it is done as. A page calls functions all the time: those are in the log of requests.
   */
  async recordCall(
    caller: Caller,
    { serviceId, method, url, path: decoded, isConfiguration }: ServiceCall,
  ): Promise<void> {
    const change = findSettingChange(method, decoded);
    if (change) {
      const { action, message, subject } = change;
      await this.#parts.audit.record(this.#parts.db, {
        caller,
        action,
        message,
        after: { serviceId, ...subject },
      });
      return;
    }
    const isByOther = caller.impersonatorId !== undefined && method !== 'GET' && method !== 'HEAD';
    const isByPage = caller.page !== undefined && isConfiguration;
    if (!isByOther && !isByPage) return;
    const [path] = url.split('?');
    await this.#parts.audit.record(this.#parts.db, {
      caller,
      action: 'service.call',
      message: `Called ${method} ${path}`,
      after: { serviceId, method, path },
    });
  }

  /** How much the caller's domain uses in the platform's own services; nothing while they cannot be reached. */
  async findStored(caller: Caller): Promise<Partial<StoredAmounts>> {
    // All of them share one store.
    const shipped = (await this.listRegistered()).find(({ isShipped }) => isShipped);
    if (shipped === undefined) return {};
    try {
      return await this.getClient(caller).call(shipped.id, getStorage, {}, { timeoutMs: STORAGE_TIMEOUT_MS });
    } catch (error) {
      if (error instanceof AppError) return {};
      throw error;
    }
  }

  /** Deletes what a domain keeps in the platform's own services. Throws while they cannot be reached. */
  async deleteStored(owner: Caller): Promise<void> {
    const shipped = (await this.listRegistered()).find(({ isShipped }) => isShipped);
    if (shipped !== undefined)
      await this.getClient(owner).call(shipped.id, deleteStorage, {}, { timeoutMs: DELETION_TIMEOUT_MS });
  }

  /** Records of the caller in the platform's own services, page by page. Throws while they cannot be reached. */
  async *listPersonRecords(caller: Caller): AsyncGenerator<PersonRecords> {
    const shipped = (await this.listRegistered()).find(({ isShipped }) => isShipped);
    if (shipped === undefined) return;
    let after: string | undefined;
    do {
      const query = after === undefined ? {} : { after };
      const page = await this.getClient(caller).call(shipped.id, listPersonRecords, { query });
      yield page;
      after = page.next ?? undefined;
    } while (after !== undefined);
  }

  /** Calls of services on behalf of a person. */
  getClient(caller: Caller): ServiceClient {
    return createServiceClient(
      (serviceId) => this.get(serviceId),
      async (serviceId) => {
        const { token } = await this.#parts.tokens.issueServiceToken(caller, serviceId);
        return token;
      },
      { requestId: caller.requestId, isUrgent: !this.#hasTime },
    );
  }

  /** For a process of slow calls: what they call of services is not urgent, either. */
  expectSlowCalls(): void {
    this.#hasTime = true;
  }

  #listAll(): Promise<RegisteredService[]> {
    return this.#all.get(ALL, () => listServices(this.#parts.db));
  }

  #located(service: RegisteredService): RegisteredService {
    if (!service.isShipped) return service;
    const base = this.#parts.config.servicesUrl ?? this.#ownProcess;
    return { ...service, address: base && `${base}/${service.id}` };
  }
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

/** Fields of a service in the log: the address of its calls, and whether its pages are trusted. */
function toLogged({ address, isTrusted }: RegisteredService) {
  return { address, isTrusted };
}

/** Returns the address in its one spelling. The proxy and the client call only these addresses. */
function checkAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ValidationError(`"${address}" is not an address of a service: it must start with http(s)://.`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ValidationError("A service's address must not contain a user, password, query or fragment.");
  }
  return url.href.replace(/\/+$/, '');
}
