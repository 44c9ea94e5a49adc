import type { EndpointInput } from '@atrium/contract/endpoint';
import { missingPermission } from '@atrium/contract/permissions';
import {
  MAX_QUARANTINE_DAYS,
  type Quarantine,
  type upsertQuarantine as upsertEndpoint,
} from '@atrium/contract/test-runs/quarantine';
import { fromTestId, toTestId } from '@atrium/contract/test-runs/test';
import { ForbiddenError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { People } from '../accounts/people/people.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock } from '../clock.ts';
import type { Protections } from '../configuration/candidate/protection.service.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { addDays, utcDay } from '../utc.ts';
import {
  deleteQuarantine,
  findQuarantine,
  listQuarantines,
  type StoredQuarantine,
  upsertQuarantine,
} from './quarantine.repository.ts';
import { hasTest } from './quarantined-result.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  people: Pick<People, 'listNames'>;
  protections: Pick<Protections, 'hasAny'>;
}

/** Tests that run, and whose failures do not count until a day. */
export class Quarantines {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list({ domainId }: Caller): Promise<Quarantine[]> {
    const { db, clock } = this.#parts;
    return this.#withNames(await listQuarantines(db, domainId, utcDay(clock.now())));
  }

  /**
   * Quarantines a test that has run; a second quarantine replaces the first. Where a passed run is required, a
   * quarantine bypasses that, so it needs the permission to lift the requirement (decision 0034).
   */
  async upsert(caller: Caller, body: EndpointInput<typeof upsertEndpoint>['body']): Promise<Quarantine> {
    const { db, clock, audit, protections } = this.#parts;
    const mayLift = caller.permissions.includes('configuration.protect');
    if (!mayLift && (await protections.hasAny(caller)))
      throw new ForbiddenError(missingPermission('configuration.protect'));
    const now = clock.now();
    const today = utcDay(now);
    if (body.until < today) throw new UnprocessableError('The last day must not be in the past.');
    if (body.until > addDays(today, MAX_QUARANTINE_DAYS))
      throw new UnprocessableError('The last day must be within a year.');
    const place = placeOf(caller, body.id);
    if (!(await hasTest(db, place))) throw new NotFoundError('This test has never run.');
    const { reason, until } = body;
    const row = { ...place, reason, until, createdBy: caller.userId, createdOn: now };
    await db.transaction().execute(async (transaction) => {
      const before = await findQuarantine(transaction, place);
      await upsertQuarantine(transaction, row);
      await audit.record(transaction, {
        caller,
        action: 'test-runs.quarantine',
        message: `Put the test ${body.id} into quarantine until ${until}: ${reason}`,
        ...(before && { before: { reason: before.reason, until: before.until } }),
        after: { reason, until },
      });
    });
    const [quarantine] = await this.#withNames([row]);
    return quarantine as Quarantine;
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    const place = placeOf(caller, id);
    await db.transaction().execute(async (transaction) => {
      const before = await findQuarantine(transaction, place);
      if (before === undefined || !(await deleteQuarantine(transaction, place)))
        throw new NotFoundError('This test is not in quarantine.');
      await audit.record(transaction, {
        caller,
        action: 'test-runs.end-quarantine',
        message: `Took the test ${id} out of quarantine`,
        before: { reason: before.reason, until: before.until },
      });
    });
  }

  async #withNames(stored: readonly StoredQuarantine[]): Promise<Quarantine[]> {
    const names = await this.#parts.people.listNames(stored.map(({ createdBy }) => createdBy));
    return stored.map(({ serviceId, testId, reason, until, createdBy, createdOn }) => ({
      id: toTestId(serviceId, testId),
      reason,
      until,
      createdOn: createdOn.toISOString(),
      user: names.get(createdBy) ?? '',
    }));
  }
}

function placeOf({ domainId }: Caller, id: string) {
  const { serviceId, idInService: testId } = fromTestId(id);
  return { domainId, serviceId, testId };
}
