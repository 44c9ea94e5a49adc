import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { UnavailableError } from '@atrium/host/errors';
import type { Meter, Usage } from './meter.ts';
import { addUp, toLines, toRecord, type UsageRecord } from './usage-record.ts';

const OPEN = '.open';
export const SEALED = '.sealed';
/** About 25,000 calls, and no more than a disk writes without keeping calls waiting. */
const SEAL_BYTES = 4 * 1024 * 1024;

const RETRY_MS = 1_000;

interface Parts {
  folder: string;
  now: () => Date;
}

interface Segment {
  name: string;
  fd: number;
  bytes: number;
}

/** Batches calls that end at the same time. */
interface Group {
  records: UsageRecord[];
  written: PromiseWithResolvers<void>;
}

/**
 * Local journal of usage. Lines are appended to an open segment, which is sealed regularly and never changes
 * again; sealed segments are shipped and then deleted. Calls that end together are written together. Written
 * lines survive any exit of the process.
 */
export class UsageJournal implements Meter {
  readonly #parts: Parts;
  readonly #owner: string;
  #segment: Segment | undefined;
  #group: Group | undefined;
  #nextNumber = 1;
  #isFailing = false;
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: Parts) {
    this.#parts = parts;
    mkdirSync(parts.folder, { recursive: true, mode: 0o700 });
    this.#owner = `${process.pid}-${startOf(process.pid) ?? 0}-${randomBytes(8).toString('hex')}`;
    this.#adoptLeftovers();
  }

  /** Why nothing can be recorded at the moment, in words. Tried again when it is asked, once a second at most. */
  get problem(): string | undefined {
    if (this.#isFailing) this.#tryToOpen();
    return this.#isFailing ? 'Usage cannot be recorded.' : undefined;
  }

  record(usage: Usage): Promise<void> {
    if (this.#group === undefined) {
      this.#group = { records: [], written: Promise.withResolvers() };
      setImmediate(() => this.#write());
    }
    const { records, written } = this.#group;
    const record = toRecord(usage, this.#parts.now());
    const last = records.at(-1);
    if (!last || !addUp(last, record)) records.push(record);
    return written.promise;
  }

  /** Ends the open segment, if it holds anything; it can be shipped then. One that cannot be sealed yet stays open. */
  seal(): void {
    const segment = this.#segment;
    if (!segment || segment.bytes === 0) return;
    fdatasyncSync(segment.fd);
    this.#rename(segment.name);
    this.#segment = undefined;
    closeSync(segment.fd);
  }

  close(): void {
    this.#write();
    try {
      this.seal();
    } catch {
      // The last shipment tries again and says why it fails; the next process finds the file.
      return;
    }
    if (this.#segment) closeSync(this.#segment.fd);
    this.#segment = undefined;
  }

  #write(): void {
    const group = this.#group;
    if (group === undefined) return;
    this.#group = undefined;
    try {
      const segment = (this.#segment ??= this.#open());
      this.#append(segment, Buffer.from(toLines(group.records)));
      this.#isFailing = false;
      group.written.resolve();
      if (segment.bytes > SEAL_BYTES) this.seal();
    } catch (error) {
      this.#isFailing = true;
      this.#triedAt = performance.now();
      group.written.reject(new UnavailableError('Usage cannot be recorded.', 5, error));
    }
  }

  #tryToOpen(): void {
    // Every call asks, and each try keeps the whole process waiting for the disk.
    if (performance.now() - this.#triedAt < RETRY_MS) return;
    this.#triedAt = performance.now();
    try {
      // Readers ignore an empty line, and it shows whether there is room.
      this.#append((this.#segment ??= this.#open()), Buffer.from('\n'));
      this.#isFailing = false;
    } catch {
      // Still the same.
    }
  }

  #append(segment: Segment, bytes: Buffer): void {
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(segment.fd, bytes, written);
      segment.bytes += written;
    } catch (error) {
      // Half a line must not stay: the next one would continue it.
      ftruncateSync(segment.fd, segment.bytes);
      throw error;
    }
  }

  #open(): Segment {
    const name = `${this.#owner}-${this.#nextNumber++}`;
    return { name, fd: openSync(join(this.#parts.folder, name + OPEN), 'ax', 0o600), bytes: 0 };
  }

  /** Segments of processes that ended without sealing them. */
  #adoptLeftovers(): void {
    for (const file of readdirSync(this.#parts.folder)) {
      if (!file.endsWith(OPEN)) continue;
      const name = file.slice(0, -OPEN.length);
      const [pid = '', start = ''] = name.split('-');
      if (!isAlive(Number(pid), Number(start))) this.#rename(name);
    }
  }

  #rename(name: string): void {
    renameSync(join(this.#parts.folder, name + OPEN), join(this.#parts.folder, name + SEALED));
  }
}

/** When a process began, in ticks of the kernel: distinguishes it from a later one with the same number. */
function startOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number, start: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another one's process may have the number since the machine was started again: its beginning tells.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const actual = startOf(pid);
  return actual === undefined || actual === start;
}
