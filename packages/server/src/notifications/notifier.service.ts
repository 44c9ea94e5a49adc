import { type ReasonName, reasonOf } from '@atrium/contract/notifications/reasons';
import type { Clock, Random } from '../clock.ts';
import type { Store } from '../database/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { listRules } from './channel.repository.ts';
import type { Facts } from './facts.ts';
import { deleteState, insertNotification, insertState, listStates } from './notification.repository.ts';
import { tellJob } from './tell.job.ts';

interface Parts {
  clock: Clock;
  random: Random;
  jobs: Pick<Jobs, 'send'>;
}

interface Event {
  domainId: string;
  reason: ReasonName;
  /** Names the event within the domain: it is told once, however often this is repeated. */
  key: string;
  /** Id of the record that it is about, such as a test run. */
  subjectId?: string;
  facts: Facts;
}

interface Measured {
  /** Names the thing that is measured within the domain: a function, a service. */
  subject: string;
  value: number;
  /** Facts when the threshold is reached. */
  facts: () => Facts;
  /** Facts when the value is lower again; left out: that is not told. */
  recovery?: () => Facts;
}

/** Takes events of all areas, in the transactions in which they happen, and has jobs tell them to the channels. */
export class Notifier {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Costs next to nothing in domains without a channel for the reason. */
  async tell(transaction: Store, event: Event): Promise<void> {
    await this.#insert(transaction, event, null);
  }

  /** Tells the channels whose threshold a value reaches, once until it is lower again. */
  async observe(
    transaction: Store,
    { domainId, reason }: Pick<Event, 'domainId' | 'reason'>,
    measured: readonly Measured[],
  ): Promise<void> {
    const { clock, random } = this.#parts;
    const rules = (await listRules(transaction, domainId)).filter((rule) => rule.reason === reason);
    if (rules.length === 0) return;
    const states = await listStates(transaction, { domainId, reason });
    const known = new Set(states.map(({ channelId, subject }) => `${channelId} ${subject}`));
    for (const { subject, value, facts, recovery } of measured) {
      for (const { channelId, threshold } of rules) {
        const isExceeded = value >= (threshold ?? reasonOf(reason).threshold?.default ?? 1);
        if (isExceeded === known.has(`${channelId} ${subject}`)) continue;
        const place = { channelId, domainId, reason, subject };
        const isNews = isExceeded
          ? await insertState(transaction, place, clock.now())
          : await deleteState(transaction, place);
        const told = isExceeded ? facts() : recovery?.();
        if (isNews && told)
          await this.#insert(transaction, { domainId, reason, key: random.id(), facts: told }, channelId);
      }
    }
  }

  async #insert(
    transaction: Store,
    { domainId, reason, key, subjectId, facts }: Event,
    channelId: string | null,
  ): Promise<void> {
    const { clock, random, jobs } = this.#parts;
    const id = random.id();
    const draft = { id, domainId, channelId, reason, key, subjectId: subjectId ?? null, facts };
    if (await insertNotification(transaction, { ...draft, createdOn: clock.now() }))
      await jobs.send(tellJob, { id, domainId }, { transaction, group: domainId });
  }
}
