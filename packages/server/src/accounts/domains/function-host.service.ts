import type { CustomerHost } from '@atrium/contract/customers/customer-hosts';
import { onDuplicate } from '@atrium/host/database/errors';
import { ConflictError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { FunctionsUrl } from '../../functions-url.ts';
import type { Operator } from '../../http/caller.ts';
import { closedError } from '../support/domain-lock.service.ts';
import { findDirectoryEntry } from './domain-directory.repository.ts';
import {
  deleteFunctionHost,
  type FunctionHost,
  findConsoleHolder,
  findHostHolder,
  insertFunctionHost,
  listFunctionHosts,
} from './function-host.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  functionsUrl: FunctionsUrl;
}

/** Host names of customers at which their functions are called. Administrators assign them. */
export class FunctionHosts {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(domainId: string): Promise<CustomerHost[]> {
    const hosts = await listFunctionHosts(this.#parts.db, domainId);
    return hosts.map((host) => this.#toCustomerHost(host));
  }

  async add(operator: Operator, domainId: string, hostName: string): Promise<CustomerHost> {
    const { db, clock, audit, functionsUrl } = this.#parts;
    const refusal = functionsUrl.refuseHost(hostName);
    if (refusal !== undefined) throw new UnprocessableError(refusal);
    const host = { hostName, domainId, createdOn: clock.now() };
    await db
      .transaction()
      .execute(async (transaction) => {
        const domain = await findDirectoryEntry(transaction, domainId);
        if (domain === undefined) throw new NotFoundError();
        if (domain.closedOn !== null) throw closedError();
        await refuseTaken(transaction, hostName);
        await insertFunctionHost(transaction, host);
        await audit.record(transaction, {
          caller: { ...operator, domainId },
          action: 'customer.add-host',
          message: `Functions are also called at ${hostName}`,
        });
      })
      .catch((error: unknown) =>
        onDuplicate(error, { functionHostsPkey: `${hostName} has just been assigned to a customer.` }),
      );
    return this.#toCustomerHost(host);
  }

  async remove(operator: Operator, domainId: string, hostName: string): Promise<void> {
    const { db, audit } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      if (!(await deleteFunctionHost(transaction, domainId, hostName)))
        throw new NotFoundError('The customer does not have this host name.');
      await audit.record(transaction, {
        caller: { ...operator, domainId },
        action: 'customer.remove-host',
        message: `Functions are no longer called at ${hostName}`,
      });
    });
  }

  #toCustomerHost({ hostName, createdOn }: FunctionHost): CustomerHost {
    const address = this.#parts.functionsUrl.ofHost(hostName) ?? null;
    return { hostName, address, createdOn: createdOn.toISOString() };
  }
}

async function refuseTaken(transaction: Store, hostName: string): Promise<void> {
  const holder = await findHostHolder(transaction, hostName);
  if (holder !== undefined) throw new ConflictError(`${hostName} is already assigned to ${holder}.`);
  const console = await findConsoleHolder(transaction, hostName);
  if (console !== undefined) throw new ConflictError(`The console of ${console} is at ${hostName}.`);
}
