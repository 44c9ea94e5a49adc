import { UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Connections } from '../../connections/connection.service.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { GitHostError, type GitHosts } from '../../providers/git-hosts/git-host.ts';
import { GIT_HOST_DIALECTS } from '../../providers/git-hosts/git-host-dialects.ts';
import type { ConnectionHooks } from '../hooks/hook.service.ts';
import { insertEvent } from '../pushes/event.repository.ts';
import { openHostRepository } from './open-host-repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  hosts: GitHosts;
  connections: Pick<Connections, 'describe' | 'open'>;
  hooks: Pick<ConnectionHooks, 'openSecret'>;
}

const ENTER_IT = 'Or make a webhook here, and enter its address and secret at the git host.';

/** Webhooks of connections at their git hosts. */
export class HostWebhooks {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Adds the webhook at the git host with the token of the connection, or updates it there. */
  async add(caller: Caller, connectionId: string): Promise<void> {
    const { db, clock, random, audit, hooks } = this.#parts;
    const { domainId } = caller;
    const key = { domainId, connectionId };
    const { name, kind, repository } = await openHostRepository(this.#parts, key, ENTER_IT);
    // A kept secret, and not a new one: hooks that were entered by hand go on, and a second try completes the first.
    const webhook = await hooks.openSecret(caller, connectionId);
    try {
      await repository.setWebhook(webhook);
    } catch (error) {
      if (error instanceof GitHostError) throw new UnprocessableError(`${error.message} ${ENTER_IT}`);
      throw error;
    }
    const host = GIT_HOST_DIALECTS[kind].name;
    await db.transaction().execute(async (transaction) => {
      await insertEvent(transaction, {
        ...key,
        id: random.id(),
        createdOn: clock.now(),
        message: `The webhook is set at ${host}.`,
      });
      await audit.record(transaction, {
        caller,
        action: 'connection.add-webhook',
        message: `${name}: the webhook is set at ${host}`,
        after: { id: connectionId },
      });
    });
  }
}
