import { ConflictError, NotFoundError } from '@atrium/host/errors';
import { type ClosedContentParts, deleteContent } from './closed-content.ts';
import { findClosedDomain, listClosedDomains, updateDomainReopened } from './closed-domain.repository.ts';

/** Domains whose content one run deletes; the next run goes on. */
const AT_ONCE = 100;

/** Domains that their owners closed. */
export class ClosedDomains {
  readonly #parts: ClosedContentParts;

  constructor(parts: ClosedContentParts) {
    this.#parts = parts;
  }

  /** By the operator, as long as the content is there. People sign in again as before; sessions stay ended. */
  async reopen(username: string): Promise<string> {
    const { db, audit } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const closed = await findClosedDomain(transaction, username);
      if (closed === undefined)
        throw new NotFoundError(`There is no closed account with a user "${username}".`);
      if (!(await updateDomainReopened(transaction, closed.domainId)))
        throw new ConflictError(
          `The account of "${username}" cannot be reopened: the deletion of its content has begun, and deleted content can't be restored.`,
        );
      const { domainId, domain } = closed;
      await audit.record(transaction, {
        caller: { userId: null, domainId },
        action: 'account.reopen',
        message: `The operator reopened the domain ${domain}`,
      });
      return domain;
    });
  }

  /** Deletes the content of those whose time has come. One that fails keeps no other from it, and is tried again. */
  async deleteDue(): Promise<void> {
    const { db, clock } = this.#parts;
    const failures: unknown[] = [];
    for (const closed of await listClosedDomains(db, clock.now(), AT_ONCE)) {
      await deleteContent(this.#parts, closed).catch((error: unknown) => void failures.push(error));
    }
    if (failures.length > 0) {
      throw new AggregateError(failures, `${failures.length} closed accounts still have content`);
    }
  }
}
