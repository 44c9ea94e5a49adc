import { listPersonRecords, type PersonRecords } from '@atrium/contract/service-api/person';
import { deleteStorage, getStorage, type StoredAmounts } from '@atrium/contract/service-api/storage';
import { HEALTH_DAYS, type HealthDay } from '@atrium/contract/services/health-days';
import { type Service, serviceUri } from '@atrium/contract/services/service';
import type { Notifications } from '@atrium/host/database/notifications';
import { AppError, ConflictError, NotFoundError, ValidationError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { deleteServicePublicKeys, exchangeServicePublicKey } from '../access-keys/service-public-key.ts';
import { recordByOperator } from '../accounts/people/operator-record.ts';
import type { Tokens } from '../accounts/sessions/token.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { addDays, utcDay } from '../utc.ts';
import { AddressTurns } from './address-turns.ts';
import { listHealthDays } from './health-day.repository.ts';
import { KnownServices } from './known-services.ts';
import {
  deleteForeignService,
  findService,
  listServices,
  type RegisteredService,
  upsertService,
} from './service.repository.ts';
import { checkAddress } from './service-address.ts';
import { createServiceClient, type ServiceClient } from './service-client.ts';
import { type RegistrationOptions, readRegistration } from './service-registration.ts';
import { listServicesProcesses } from './services-process.repository.ts';
import { SilentAddresses } from './silent-addresses.ts';

export type { RegisteredService };

interface Parts {
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
  /** It changes what is live. */
  isConfiguration: boolean;
}

/** What tokens of machines are for (`aud`). */
const RESERVED_ID = 'atrium';

/** Nothing listens there: a service that is expected answers as one that is down. */
const NOWHERE = 'http://127.0.0.1:9';

const STORAGE_TIMEOUT_MS = 5_000;
/** A service that needs longer goes on by itself, and has nothing left to delete the next night. */
const DELETION_TIMEOUT_MS = 240_000;

/** The services of the platform: which there are, where they are, and how to call them. */
export class Services {
  readonly #parts: Parts;
  readonly #known: KnownServices;
  readonly #turns = new AddressTurns();
  readonly #silent: SilentAddresses;
  #ownProcess: string | undefined;
  #hasTime = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#known = new KnownServices(parts);
    this.#silent = new SilentAddresses({ ...parts, turns: this.#turns });
  }

  /** With its addresses in the order in which they are to be tried. Throws NotFoundError for an unknown id. */
  async get(serviceId: string): Promise<RegisteredService> {
    const service = await this.#known.find(serviceId);
    if (service === undefined) throw new NotFoundError(`There is no service "${serviceId}".`);
    return { ...service, addresses: this.#addressesOf(service) };
  }

  /** It has not taken a call, and is tried last for a while; there may be others by now. */
  avoid(address: string): void {
    this.#turns.avoid(address);
    this.#known.forget();
  }

  /** It has taken a call and not answered in time: it is tried last until it is known to live. */
  avoidSilent(address: string): void {
    void this.#silent.avoid(address);
  }

  /** Called by this process itself once a service, or a process of one, has come or gone; the others hear of it at once. */
  forgetKnown(): void {
    this.#known.forget();
  }

  /** Where the shipped services run that this Atrium has started; what calls them from here goes there first. */
  expectOwnProcess(address: string | undefined): void {
    this.#ownProcess = address;
  }

  get ownProcess(): string | undefined {
    return this.#ownProcess;
  }

  /** As customers see them, in the order in which they are shown. */
  async list(): Promise<Service[]> {
    return (await listServices(this.#parts.db)).map(toListed);
  }

  /** How a service was on each of the last days, oldest first. Throws NotFoundError for an unknown id. */
  async listHealthDays(serviceId: string): Promise<HealthDay[]> {
    const { db, clock } = this.#parts;
    await this.get(serviceId);
    return listHealthDays(db, serviceId, addDays(utcDay(clock.now()), 1 - HEALTH_DAYS));
  }

  /** The processes that run the shipped services, behind a load balancer all at its address. */
  listProcesses(): ReturnType<typeof listServicesProcesses> {
    return listServicesProcesses(this.#parts.db);
  }

  /** With the addresses at which the platform itself reaches them. */
  async listRegistered(): Promise<RegisteredService[]> {
    const listed = await listServices(this.#parts.db);
    return listed.map((service) => ({ ...service, addresses: this.#addressesOf(service) }));
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
    if (existing && !isShipped && !isReplacement && !existing.addresses.includes(address)) {
      throw new ConflictError(
        `"${found.id}" is registered at ${existing.addresses.join(', ')}. If it has moved, say so with --replace.`,
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
        after: { addresses: [address], isTrusted, ...key },
      });
    });
    this.#known.forget();
    return this.get(found.id);
  }

  /** Registers a shipped service before its process has reported its address, so that it can be given its key. */
  async expectShipped(service: { id: string; name: string; group: string }): Promise<void> {
    const { db, clock } = this.#parts;
    if (await findService(db, service.id)) return;
    const unknown = {
      address: NOWHERE,
      hasUi: false,
      isShipped: true,
      isTrusted: false,
      info: { fe: null, be: null },
    };
    await upsertService(db, { ...service, ...unknown }, clock.now());
    this.#known.forget();
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
    this.#known.forget();
  }

  /**
   * Records what people are about to change in a service as someone else, and which configuration a page changes for them: its
   * own log names only whom it is done as. A page calls functions all the time: those are in the log of requests.
   */
  async recordCall(caller: Caller, { serviceId, method, url, isConfiguration }: ServiceCall): Promise<void> {
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

  /** What the platform's own services hold of the caller, page by page. Throws while they cannot be reached. */
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
      async (serviceId) => ({
        ...(await this.get(serviceId)),
        onRefused: (address) => this.avoid(address),
        onSilent: (address) => this.avoidSilent(address),
      }),
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

  #addressesOf({ id, isShipped, addresses }: RegisteredService): string[] {
    const inTurn = this.#turns.order(addresses);
    if (!isShipped || this.#ownProcess === undefined) return inTurn;
    const own = `${this.#ownProcess}/${id}`;
    const others = inTurn.filter((address) => address !== own);
    return this.#turns.isAvoided(own) ? [...others, own] : [own, ...others];
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

/** What the log says of a service: who gets its calls, and what its pages may do. */
function toLogged({ addresses, isTrusted }: RegisteredService) {
  return { addresses, isTrusted };
}
