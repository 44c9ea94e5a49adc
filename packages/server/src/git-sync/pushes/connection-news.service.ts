import { consolePaths, reviewPullPath } from '@atrium/contract/console-paths';
import type { Clock, Random } from '../../clock.ts';
import type { Connections } from '../../connections/connection.service.ts';
import type { Store } from '../../database/schema.ts';
import type { Notifier } from '../../notifications/notifier.service.ts';
import { findHook } from '../hooks/hook.repository.ts';
import type { ConnectionKey } from '../state/state.repository.ts';
import type { LookProblem } from '../state/state.service.ts';
import { findEvent, insertEvent, listEvents, type StoredEvent } from './event.repository.ts';

interface Parts {
  clock: Clock;
  random: Random;
  connections: Pick<Connections, 'describe'>;
  notifier: Notifier;
}

/** A repository that is away for longer is told. */
const AWAY_TOLD_AFTER_MS = 3_600_000;

/** Events of connections that start nothing, and notifications about connections. */
export class ConnectionNews {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Adds an event that starts nothing. */
  async note(transaction: Store, { domainId, connectionId }: ConnectionKey, message: string): Promise<void> {
    const { clock, random } = this.#parts;
    await insertEvent(transaction, {
      id: random.id(),
      domainId,
      connectionId,
      createdOn: clock.now(),
      message,
    });
  }

  /** A repository that was renamed, or moved: noted until the address of the connection is changed. */
  async noteRedirect(transaction: Store, key: ConnectionKey, movedTo: string): Promise<void> {
    const message = `The repository has moved to ${movedTo}. Change the address of the connection: someone else may take the old one.`;
    const noted = await listEvents(transaction, key);
    if (!noted.some((event) => event.message === message)) await this.note(transaction, key, message);
  }

  /** A repository that cannot be read: told once for each time, if pushes to it are handled here. */
  async noteProblem(
    transaction: Store,
    key: ConnectionKey,
    { problem, isAway, isNew, since }: LookProblem,
  ): Promise<void> {
    const { clock, connections, notifier } = this.#parts;
    const { domainId, connectionId } = key;
    if (isNew) await this.note(transaction, key, problem);
    const forMs = clock.now().getTime() - since.getTime();
    if (isAway && forMs < AWAY_TOLD_AFTER_MS) return;
    const { onPush = 'NOTHING', toGit = 'NEVER' } = (await findHook(transaction, key)) ?? {};
    if (onPush === 'NOTHING' && toGit === 'NEVER') return;
    const { name } = await connections.describe(domainId, connectionId, transaction);
    await notifier.tell(transaction, {
      domainId,
      reason: 'push-refused',
      key: `${connectionId} since ${since.toISOString()}`,
      subjectId: connectionId,
      facts: {
        type: 'git.repository-unreadable',
        title: `${name}: the repository cannot be read`,
        text: `${problem} Pushes to it are handled once it can be read again.`,
        tone: 'bad',
        action: { label: 'Show the connection', path: consolePaths.connections() },
        data: { connectionId, since: since.toISOString() },
      },
    });
  }

  /** Notifies people of the result of a push. */
  async notifyOfPush(
    transaction: Store,
    { id, domainId, connectionId }: StoredEvent,
    reason: 'push-prepared' | 'push-refused',
    detail: string,
  ): Promise<void> {
    const { name } = await this.#parts.connections.describe(domainId, connectionId, transaction);
    // Read in this transaction, which may have made the pull.
    const { pullId = null, commitSha = null } = (await findEvent(transaction, { domainId, id })) ?? {};
    const isPrepared = reason === 'push-prepared';
    await this.#parts.notifier.tell(transaction, {
      domainId,
      reason,
      key: id,
      subjectId: id,
      facts: {
        type: isPrepared ? 'git.push-prepared' : 'git.push-refused',
        title: `${name}: a push ${isPrepared ? 'is ready for review' : 'is refused'}`,
        text: detail,
        tone: isPrepared ? 'neutral' : 'bad',
        action:
          pullId === null
            ? { label: 'Show the connection', path: consolePaths.connections() }
            : { label: 'Review the pull', path: reviewPullPath(pullId) },
        data: { connectionId, commitSha, pullId },
      },
    });
  }
}
