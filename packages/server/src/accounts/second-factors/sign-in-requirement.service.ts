import type { SignInRules } from '@atrium/contract/accounts/second-factor';
import { ForbiddenError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Config } from '../../config.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { findDomainRules, updateDomain } from '../domains/domain.repository.ts';
import type { Account } from '../people/user.repository.ts';
import { findSecondFactor } from './second-factor.repository.ts';

interface Parts {
  db: Kysely<Database>;
  audit: Audit;
  config: Pick<Config, 'administratorsNeedFactor'>;
}

/**
 * Users required to have a second factor: everyone in a domain whose owner requires it, and administrators by a
 * setting.
 */
export class SignInRequirements {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A domain's own identity provider is sufficient: the same owner set up both. */
  async hasRequirement(
    transaction: Store,
    { domainId, isAdmin }: Account,
    isViaOwn = false,
  ): Promise<boolean> {
    if (isAdmin && this.#parts.config.administratorsNeedFactor) return true;
    if (isViaOwn) return false;
    return (await findDomainRules(transaction, domainId))?.requiresSecondFactor ?? false;
  }

  async get(caller: Caller, db: Store = this.#parts.db): Promise<SignInRules> {
    const rules = await findDomainRules(db, caller.domainId);
    if (rules === undefined) throw new NotFoundError();
    return rules;
  }

  /** Sessions go on; the rule counts from the next sign-in on. Its owner goes first, and so is never shut out. */
  async update(caller: Caller, after: SignInRules): Promise<SignInRules> {
    const { db, audit } = this.#parts;
    if (caller.parentId !== null || caller.impersonatorId !== undefined) {
      throw new ForbiddenError('Only the owner of the domain can change this.');
    }
    return db.transaction().execute(async (transaction) => {
      if (after.requiresSecondFactor && !(await findSecondFactor(transaction, caller))) {
        throw new UnprocessableError('Add a second factor to your own account first.');
      }
      const before = await this.get(caller, transaction);
      await updateDomain(transaction, caller.domainId, after);
      await audit.record(transaction, {
        caller,
        action: 'account.change-sign-in-rules',
        message: after.requiresSecondFactor
          ? 'Required a second factor in the domain'
          : 'No longer required a second factor in the domain',
        before,
        after,
      });
      return after;
    });
  }
}
