import { createReadStream } from 'node:fs';
import { readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchCall } from '@atrium/contract/send-call';
import {
  sendUsageBatch,
  type UsageBatch,
  type UsageEvent,
} from '@atrium/contract/service-api/functions/usage';
import type { Logger } from 'pino';
import { gatheringMs } from './gathering.ts';
import type { MachineTokens } from './machine-token.ts';
import { UsageSums } from './usage-events.ts';
import { SEALED, type UsageJournal } from './usage-journal.ts';
import { readRecords } from './usage-record.ts';

const HOLD = '.hold';
/** A backup renews its hold; one that was killed holds nothing for longer than this. */
const HOLD_LASTS_MS = 60_000;

/** Whether a backup is reading the folder; shipped segments are kept until it ends. */
async function areSegmentsHeld(folder: string): Promise<boolean> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(HOLD)) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: 0 }));
    if (Date.now() - mtimeMs < HOLD_LASTS_MS) return true;
  }
  return false;
}

interface Parts {
  folder: string;
  journal: UsageJournal;
  platformUrl: string;
  tokens: Pick<MachineTokens, 'issue'>;
  log: Logger;
  intervalMs?: number;
}

const DEFAULT_INTERVAL_MS = 2_000;
const MAX_PAUSE_MS = 60_000;
/** Function names may be long; this many events fit into a call with names of any length. */
const BATCH_EVENTS = 1000;
const TIMEOUT_MS = 15_000;
/** After this long without success the services say that they are DEGRADED. */
const LATE_AFTER_MS = 5 * 60_000;

/** A refusal that trying again would not change. */
class RefusedError extends Error {}

/** Processes of one machine may share a folder: another one has sent the segment, under the same ids. */
function unlessGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** Sends sealed segments to the platform until it has taken them. Each may be sent more than once. */
export class UsageShipper {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();
  #pauseMs: number;
  #sentEvents = 0;
  #failingSince: number | undefined;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#pauseMs = this.#intervalMs;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#underWay = this.ship().finally(() => !this.#isStopped && this.start());
    }, this.#pauseMs);
    this.#timer.unref();
  }

  get problem(): string | undefined {
    const isLate = this.#failingSince !== undefined && performance.now() - this.#failingSince > LATE_AFTER_MS;
    return isLate ? 'Usage has not reached the platform for five minutes.' : undefined;
  }

  /** Seals what there is and sends it; what cannot be sent stays for the next process. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#underWay;
    await this.ship();
  }

  async ship(): Promise<void> {
    const { folder, journal, log } = this.#parts;
    try {
      journal.seal();
      this.#sentEvents = 0;
      for (const file of (await readdir(folder)).filter((name) => name.endsWith(SEALED)).sort()) {
        await this.#shipSegment(file).catch(unlessGone);
      }
      this.#pauseMs = gatheringMs(this.#sentEvents, this.#intervalMs);
      this.#failingSince = undefined;
    } catch (error) {
      this.#failingSince ??= performance.now();
      this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
      log.warn({ err: error }, 'usage could not be sent; it is kept and sent again');
    }
  }

  get #intervalMs(): number {
    return this.#parts.intervalMs ?? DEFAULT_INTERVAL_MS;
  }

  async #shipSegment(file: string): Promise<void> {
    const { folder, log } = this.#parts;
    const path = join(folder, file);
    const segment = file.slice(0, -SEALED.length);
    const sums = new UsageSums();
    try {
      for await (const record of readRecords(createReadStream(path, 'utf8'))) sums.add(record);
      const byService = Map.groupBy(sums.list(segment), (event) => event.serviceId);
      for (const [serviceId, events] of byService) await this.#sendAll(segment, serviceId, events);
      // Asked after the platform has it: a backup that begins later has it from there. Else it is sent again.
      if (!(await areSegmentsHeld(folder))) await unlink(path);
    } catch (error) {
      // A line that is no JSON, as a disk or a hand may leave it.
      const isDamaged = error instanceof SyntaxError;
      if (!isDamaged && !(error instanceof RefusedError)) throw error;
      // Kept for an operator, out of the way of later segments: a refused segment is not lost.
      const problem = isDamaged ? 'usage cannot be read' : 'the platform refuses a batch of usage';
      log.error({ err: error, segment }, problem);
      await rename(path, join(folder, `${segment}.refused`));
    }
  }

  async #sendAll(segment: string, serviceId: string, events: readonly UsageEvent[]): Promise<void> {
    for (let from = 0; from < events.length; from += BATCH_EVENTS) {
      const batchId = `${segment}-${serviceId}-${from}`.slice(-100);
      await this.#send(serviceId, { batchId, events: events.slice(from, from + BATCH_EVENTS) });
    }
    this.#sentEvents += events.length;
  }

  async #send(serviceId: string, batch: UsageBatch): Promise<void> {
    const { platformUrl, tokens } = this.#parts;
    const response = await fetchCall(
      sendUsageBatch,
      { body: batch },
      {
        base: platformUrl,
        token: await tokens.issue(serviceId),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    );
    const text = await response.text();
    if (response.ok) return;
    const message = `status ${response.status}: ${text.slice(0, 300)}`;
    throw response.status === 400 || response.status === 422 ? new RefusedError(message) : new Error(message);
  }
}
