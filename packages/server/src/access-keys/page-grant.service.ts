import {
  type createPageGrant,
  PAGE_TOKEN_PREFIX,
  type PageGrant,
  type refusePageGrant,
} from '@atrium/contract/access-keys/page-grant';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { completePermissions, namesOfPermissions, namesWithCodes } from '@atrium/contract/permissions';
import { serviceUri } from '@atrium/contract/services/service';
import { ForbiddenError, NotFoundError, UnauthenticatedError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { OpenedSessions } from '../accounts/sessions/opened-session.service.ts';
import { hashToken } from '../accounts/sign-in/one-time-token.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller, SignedIn } from '../http/caller.ts';
import type { Services } from '../services/services.service.ts';
import {
  deleteExpiredPageGrants,
  deletePageGrant,
  findPageGrant,
  listPageGrants,
  type PageGrantRow,
  upsertPageGrant,
} from './page-grant.repository.ts';

type Asked = z.output<typeof refusePageGrant.body>;

export interface PageGrantsParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  services: Pick<Services, 'get'>;
  openedSessions: OpenedSessions;
  /** The user as a caller without a session; undefined if there is none (any more). */
  findCaller: (userId: string) => Promise<Caller | undefined>;
}

/** Grants that people give to pages of untrusted services. Not cached, so that revoked grants are refused at once. */
export class PageGrants {
  readonly #parts: PageGrantsParts;

  constructor(parts: PageGrantsParts) {
    this.#parts = parts;
  }

  async getPage(serviceId: string) {
    const { id, name, hasUi, isTrusted } = await this.#parts.services.get(serviceId);
    if (!hasUi) throw new NotFoundError(`${name} has no pages of its own.`);
    return { serviceId: id, name, isTrusted, uri: `${serviceUri(id)}/ui/` };
  }

  /** Lists grants in open sessions. */
  async list(caller: Caller): Promise<PageGrant[]> {
    const { db, clock, openedSessions } = this.#parts;
    const rows = await listPageGrants(db, caller, clock.now());
    const sessionIds = rows.map(({ sessionId }) => sessionId);
    const open = await openedSessions.findOpen(db, caller.domainId, sessionIds);
    return rows.filter(({ sessionId }) => open.has(sessionId)).map((row) => toPageGrant(row, caller));
  }

  async create(
    caller: Caller,
    { serviceId, permissions: asked, minutes }: z.output<typeof createPageGrant.body>,
  ): Promise<EndpointResponse<typeof createPageGrant>> {
    const { db, clock, random, audit } = this.#parts;
    const { userId, domainId, sessionId } = caller;
    if (sessionId === null) throw new ForbiddenError("You can't do this with an API key. Sign in first.");
    const name = await this.#requireUntrusted(serviceId);
    const permissions = completePermissions(asked);
    const unnamed = permissions.filter((permission) => !asked.includes(permission));
    if (unnamed.length > 0) {
      // The person would give more than they were shown.
      throw new UnprocessableError(
        `Include the permissions that come with these: ${namesWithCodes(unnamed)}.`,
      );
    }
    const missing = permissions.filter((permission) => !caller.permissions.includes(permission));
    if (missing.length > 0) {
      throw new UnprocessableError(
        `You cannot give permissions that you do not have: ${namesWithCodes(missing)}.`,
      );
    }
    const token = `${PAGE_TOKEN_PREFIX}${random.token()}`;
    const now = clock.now();
    const row: PageGrantRow = {
      id: random.id(),
      domainId,
      userId,
      sessionId,
      serviceId,
      permissions,
      tokenHash: hashToken(token),
      createdOn: now,
      expiresOn: new Date(now.getTime() + minutes * 60_000),
    };
    await db.transaction().execute(async (transaction) => {
      await deleteExpiredPageGrants(transaction, caller, now);
      await upsertPageGrant(transaction, row);
      await audit.record(transaction, {
        caller,
        action: 'page.allow',
        message: `Allowed the pages of ${name}: ${namesOfPermissions(permissions)}`,
        after: { serviceId, permissions, expiresOn: row.expiresOn },
      });
    });
    return { grant: toPageGrant(row, caller), token };
  }

  async refuse(caller: Caller, { serviceId, permissions }: Asked): Promise<void> {
    const { db, audit } = this.#parts;
    const name = await this.#requireUntrusted(serviceId);
    const message = `Refused what the pages of ${name} asked for`;
    await audit.record(db, { caller, action: 'page.refuse', message, after: { serviceId, permissions } });
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const deleted = await deletePageGrant(transaction, caller, id);
      if (deleted === undefined) throw new NotFoundError();
      const { serviceId, permissions } = deleted;
      const message = `Took back what the pages of ${serviceId} were allowed`;
      const before = { serviceId, permissions };
      await audit.record(transaction, { caller, action: 'page.take-back', message, before });
    });
  }

  /** Whom a token signs in, with those of the granted permissions that the person has now. Throws UnauthenticatedError. */
  async verify(token: string): Promise<SignedIn> {
    const { db, clock, openedSessions, findCaller } = this.#parts;
    const grant = await findPageGrant(db, hashToken(token));
    const isOpen = async ({ domainId, sessionId }: PageGrantRow) =>
      (await openedSessions.findOpen(db, domainId, [sessionId])).has(sessionId);
    if (
      grant === undefined ||
      grant.expiresOn <= clock.now() ||
      !(await isOpen(grant)) ||
      // An operator may have removed the service since.
      (await this.#parts.services.get(grant.serviceId).catch(() => undefined)) === undefined
    ) {
      throw new UnauthenticatedError('The permission of this page has ended. Ask for it again.');
    }
    const person = await findCaller(grant.userId);
    if (person === undefined) throw new UnauthenticatedError('This person can no longer sign in.');
    const permissions = person.permissions.filter((name) => grant.permissions.includes(name));
    const page = { serviceId: grant.serviceId };
    return { caller: { ...person, isAdmin: false, roles: [], permissions, page } };
  }

  /** The name of a service whose pages may ask: others have no pages, or all rights. */
  async #requireUntrusted(serviceId: string): Promise<string> {
    const { name, isTrusted } = await this.getPage(serviceId);
    if (isTrusted) throw new UnprocessableError(`The pages of ${name} are trusted and ask for nothing.`);
    return name;
  }
}

function toPageGrant(
  { id, serviceId, permissions, createdOn, expiresOn, sessionId }: PageGrantRow,
  caller: Caller,
): PageGrant {
  return {
    id,
    serviceId,
    permissions,
    createdOn: createdOn.toISOString(),
    expiresOn: expiresOn.toISOString(),
    isCurrent: sessionId === caller.sessionId,
  };
}
