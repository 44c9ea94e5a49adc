import type {
  CreateIdentityProvider,
  IdentityProvider,
  IdentityProviderCheck,
  UpdateIdentityProvider,
} from '@atrium/contract/accounts/identity-provider';
import type { OfferedProvider } from '@atrium/contract/accounts/provider-sign-in';
import { consolePaths } from '@atrium/contract/console-paths';
import { onDuplicate } from '@atrium/host/database/errors';
import { ForbiddenError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { PublicUrl } from '../../http/public-url.ts';
import { checkProvider } from '../../providers/identity/check-provider.ts';
import type { IdentityClient, ProviderSettings } from '../../providers/identity/identity-client.ts';
import { IdentityError } from '../../providers/identity/identity-error.ts';
import type { Secrets } from '../../secrets/secrets.service.ts';
import { lockRoles } from '../people/role.repository.ts';
import { requireSession } from '../sessions/require-session.ts';
import { updateSessionsOfProviderEnded } from '../sessions/session.repository.ts';
import {
  countProviders,
  deleteProvider,
  findProvider,
  insertProvider,
  listOffered,
  listProviders,
  lockProvider,
  type ProviderRow,
  type ProviderScope,
  providerSecretColumn,
  updateProvider,
} from './identity-provider.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  secrets: Secrets;
  publicUrl: PublicUrl;
  identityClient: IdentityClient;
}

const MAX_PROVIDERS = 10;

/** The identity providers that owners set up for their domains, and administrators for everyone. */
export class IdentityProviders {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Lists providers on the sign-in page; with the id of a domain, also the providers of its owner. */
  listOffered(domainId: string | undefined): Promise<OfferedProvider[]> {
    return listOffered(this.#parts.db, domainId);
  }

  async list(scope: ProviderScope): Promise<IdentityProvider[]> {
    const rows = await listProviders(this.#parts.db, scope);
    return rows.map((row) => this.#describe(row, row.people));
  }

  /** The provider has to be there: most mistakes are made with its address. */
  async create(
    caller: Caller,
    scope: ProviderScope,
    given: CreateIdentityProvider,
  ): Promise<IdentityProvider> {
    const { db, clock, random, audit, secrets } = this.#parts;
    mayManage(caller, scope);
    await this.#discover(given);
    const { clientSecret, roleRules, ...rest } = given;
    const id = random.id();
    const now = clock.now();
    const change = db.transaction().execute(async (transaction) => {
      await this.#lock(transaction, caller);
      if ((await countProviders(transaction, scope)) >= MAX_PROVIDERS) {
        throw new UnprocessableError(`There can be at most ${MAX_PROVIDERS} identity providers.`);
      }
      await insertProvider(transaction, {
        ...rest,
        id,
        domainId: scope,
        clientSecret: await secrets.seal(transaction, placeOf(id), clientSecret),
        roleRules: JSON.stringify(roleRules),
        createdOn: now,
        changedOn: now,
      });
      await audit.record(transaction, {
        caller,
        action: 'identity-provider.create',
        message: `Set up the identity provider ${given.name}${forWhom(scope)}`,
        after: { id, ...rest, roleRules },
      });
    });
    await change.catch(onTakenName);
    return this.#describe(await this.#get(db, scope, id), 0);
  }

  async update(
    caller: Caller,
    scope: ProviderScope,
    id: string,
    { clientSecret, ...given }: UpdateIdentityProvider,
  ): Promise<IdentityProvider> {
    const { db, clock, audit, secrets } = this.#parts;
    mayManage(caller, scope);
    const change = db.transaction().execute(async (transaction) => {
      await this.#lock(transaction, caller);
      const { clientSecret: _, ...before } = await this.#get(transaction, scope, id);
      await updateProvider(transaction, scope, id, {
        ...given,
        roleRules: JSON.stringify(given.roleRules),
        ...(clientSecret && { clientSecret: await secrets.seal(transaction, placeOf(id), clientSecret) }),
        changedOn: clock.now(),
      });
      await audit.record(transaction, {
        caller,
        action: 'identity-provider.change',
        message: `Changed the identity provider ${given.name}${forWhom(scope)}`,
        before,
        after: { ...given, hasNewSecret: clientSecret !== undefined },
      });
    });
    await change.catch(onTakenName);
    const changed = (await this.list(scope)).find((one) => one.id === id);
    if (changed === undefined) throw new NotFoundError();
    return changed;
  }

  /** Users of the provider stay, and can then choose a password; sessions that it opened end. */
  async delete(caller: Caller, scope: ProviderScope, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      await this.#lock(transaction, caller);
      const { clientSecret: _, ...before } = await this.#get(transaction, scope, id);
      mayManage(caller, scope);
      await this.deleteFound(transaction, scope, id, 'the identity provider that opened it was deleted');
      await audit.record(transaction, {
        caller,
        action: 'identity-provider.delete',
        message: `Deleted the identity provider ${before.name}${forWhom(scope)}`,
        before,
      });
    });
  }

  /** Deletes one and ends the sessions that it opened; undefined if there is none. */
  async deleteFound(
    transaction: Store,
    scope: ProviderScope,
    id: string,
    because: string,
  ): Promise<ProviderRow | undefined> {
    const provider = await findProvider(transaction, scope, id);
    if (provider === undefined) return undefined;
    // A sign-in that is just being made ends with the others, or finds no provider.
    await lockProvider(transaction, id);
    await updateSessionsOfProviderEnded(transaction, id, { on: this.#parts.clock.now(), because });
    await deleteProvider(transaction, scope, id);
    return provider;
  }

  /** Tries it as far as that goes without a person. */
  async check(caller: Caller, scope: ProviderScope, id: string): Promise<IdentityProviderCheck> {
    const { db, identityClient } = this.#parts;
    const provider = await this.#get(db, scope, id);
    mayManage(caller, scope);
    return checkProvider(identityClient, this.getSettings(provider), this.getRedirectUrl());
  }

  /** With the secret in clear, for a call to the provider. */
  getSettings({ id, issuer, clientId, clientSecret }: ProviderRow): ProviderSettings {
    return { issuer, clientId, clientSecret: this.#parts.secrets.unseal(placeOf(id), clientSecret) };
  }

  /** Redirect address after a sign-in at a provider. */
  getRedirectUrl(): string {
    return `${this.#parts.publicUrl.get()}${consolePaths.providerReturn()}`;
  }

  /** Redirect address after a sign-out at a provider. */
  getSignOutUrl(): string {
    return `${this.#parts.publicUrl.get()}${consolePaths.login()}`;
  }

  /** A report of the caller's sign-in removes existing providers, and blocks new ones. */
  async #lock(transaction: Store, caller: Caller): Promise<void> {
    await lockRoles(transaction, caller.domainId);
    await requireSession(transaction, caller);
  }

  async #get(transaction: Store, scope: ProviderScope, id: string): Promise<ProviderRow> {
    const provider = await findProvider(transaction, scope, id);
    if (provider === undefined) throw new NotFoundError('This identity provider does not exist.');
    return provider;
  }

  async #discover(settings: ProviderSettings): Promise<void> {
    try {
      await this.#parts.identityClient.discover(settings);
    } catch (error) {
      if (!(error instanceof IdentityError)) throw error;
      const fields = [{ field: 'issuer', defaultMessage: error.message }];
      throw new UnprocessableError(error.message, { fields, cause: error });
    }
  }

  #describe(row: ProviderRow, people: number): IdentityProvider {
    const { id, domainId, name, issuer, clientId, rolesClaim, roleRules } = row;
    const page = consolePaths.login(domainId === null ? {} : { domain: domainId });
    return {
      id,
      name,
      issuer,
      clientId,
      rolesClaim,
      roleRules,
      people,
      redirectUrl: this.getRedirectUrl(),
      signOutUrl: this.getSignOutUrl(),
      loginUrl: `${this.#parts.publicUrl.get()}${page}`,
    };
  }
}

/** A provider asserts the identity and roles of anyone in the domain: that exceeds the rights of a child user. */
function mayManage({ parentId, impersonatorId }: Caller, scope: ProviderScope): void {
  if (impersonatorId !== undefined || (scope !== null && parentId !== null)) {
    throw new ForbiddenError('Only the owner of the domain can set up how its people sign in.');
  }
}

function forWhom(scope: ProviderScope): string {
  return scope === null ? ' for everyone' : '';
}

function placeOf(id: string) {
  return { column: providerSecretColumn.name, row: id };
}

function onTakenName(error: unknown): never {
  const message = 'An identity provider with this name already exists.';
  const fields = [{ field: 'name', defaultMessage: message }];
  onDuplicate(error, { identityProvidersName: new UnprocessableError(message, { fields }) });
}
