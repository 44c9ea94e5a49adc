import type { ConnectionTest } from '@atrium/contract/connections/connections';
import { ConflictError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { isKeyConnection } from '../providers/git/remote-session.ts';
import { fingerprintOf, generateDeployKey, publicKeyOf } from '../providers/git/ssh/deploy-key.ts';
import { changeConnection, findOrThrow } from './change-connection.ts';
import { type StoredConnection, updateConnectionRow } from './connection.repository.ts';
import type { ConnectionParts, Connections } from './connection.service.ts';
import { toConnectionTest } from './connection-fields.ts';
import { nextSecretPlace, secretPlace, shownPublicKey } from './connection-secrets.ts';

interface Parts extends Pick<ConnectionParts, 'db' | 'clock' | 'secrets' | 'audit' | 'git' | 'gitSync'> {
  connections: Pick<Connections, 'open'>;
}

const noNextKey = () => new NotFoundError('No new key waits for this connection. Renew its key first.');

/** New deploy keys of connections: each waits beside the one in use until it works and a person has confirmed it. */
export class KeyRenewals {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async start(caller: Caller, id: string): Promise<void> {
    const { db, secrets, audit } = this.#parts;
    const { domainId } = caller;
    await changeConnection(db, { domainId, id }, async (transaction, stored) => {
      if (stored.kind !== 'key')
        throw new UnprocessableError('Only a connection with a deploy key has a key to renew.');
      if (stored.nextSecret !== null) return;
      const key = generateDeployKey();
      const fingerprint = fingerprintOf(publicKeyOf(key));
      const nextSecret = await secrets.seal(transaction, nextSecretPlace(id), key);
      await this.#update(transaction, caller, id, { nextSecret });
      await audit.record(transaction, {
        caller,
        action: 'connection.make-key',
        message: `Made a new deploy key for ${stored.name}: ${fingerprint}`,
        after: { id, fingerprint },
      });
    });
  }

  async test(caller: Caller, id: string, signal: AbortSignal): Promise<ConnectionTest> {
    const stored = await findOrThrow(this.#parts.db, caller.domainId, id);
    return this.#test(caller, id, this.#nextKeyOf(stored), signal);
  }

  /** Throws ConflictError unless this key waits, and may read the repository. */
  async finish(caller: Caller, id: string, publicKey: string, signal: AbortSignal): Promise<void> {
    const { db, secrets, audit, gitSync } = this.#parts;
    const { domainId } = caller;
    const tested = await findOrThrow(db, domainId, id);
    const key = this.#nextKeyOf(tested);
    if (shownPublicKey(key) !== publicKey)
      throw new ConflictError('Another new key was made since. Add that one to the host, and test it.');
    const { read } = await this.#test(caller, id, key, signal);
    if (!read.isAllowed)
      throw new ConflictError(
        `The new key does not work, so the one in use stays. ${read.reason ?? ''}`.trim(),
      );
    await changeConnection(db, { domainId, id }, async (transaction, stored) => {
      if (stored.nextSecret !== tested.nextSecret || stored.gitUrl !== tested.gitUrl)
        throw new ConflictError('The connection has just changed. Test the new key again.');
      const former = publicKeyOf(secrets.unseal(secretPlace(id), stored.secret));
      const secret = await secrets.seal(transaction, secretPlace(id), key);
      await this.#update(transaction, caller, id, { secret, nextSecret: null });
      await gitSync.noteConnected(transaction, { domainId, connectionId: id });
      const [before, after] = [former, publicKeyOf(key)].map(fingerprintOf);
      await audit.record(transaction, {
        caller,
        action: 'connection.replace-key',
        message: `Replaced the deploy key of ${stored.name} by ${after}`,
        before: { id, fingerprint: before },
        after: { id, fingerprint: after },
      });
    });
  }

  async discard(caller: Caller, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    const { domainId } = caller;
    await changeConnection(db, { domainId, id }, async (transaction, stored) => {
      const fingerprint = fingerprintOf(publicKeyOf(this.#nextKeyOf(stored)));
      await this.#update(transaction, caller, id, { nextSecret: null });
      await audit.record(transaction, {
        caller,
        action: 'connection.discard-key',
        message: `Discarded the new deploy key of ${stored.name}: ${fingerprint}`,
        before: { id, fingerprint },
      });
    });
  }

  async #test(caller: Caller, id: string, key: string, signal: AbortSignal): Promise<ConnectionTest> {
    const { git, connections } = this.#parts;
    const { connection } = await connections.open(caller.domainId, id);
    if (!isKeyConnection(connection)) throw noNextKey();
    return toConnectionTest(await git.test(caller.domainId, { ...connection, privateKey: key }, signal));
  }

  #nextKeyOf({ id, nextSecret }: StoredConnection): string {
    if (nextSecret === null) throw noNextKey();
    return this.#parts.secrets.unseal(nextSecretPlace(id), nextSecret);
  }

  async #update(
    transaction: Store,
    { domainId, userId }: Caller,
    id: string,
    values: Partial<Pick<StoredConnection, 'secret' | 'nextSecret'>>,
  ): Promise<void> {
    const changed = { changedBy: userId, changedOn: this.#parts.clock.now() };
    await updateConnectionRow(transaction, { domainId, id }, { ...values, ...changed });
  }
}
