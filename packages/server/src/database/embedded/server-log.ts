import { createReadStream, createWriteStream, renameSync, statSync } from 'node:fs';
import { stat, truncate } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';

const LARGEST_BYTES = 10 * 1024 * 1024;
const CHECK_INTERVAL_MS = 60_000;

/** Before a server starts, while none has the file open. */
export function putLogAside(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LARGEST_BYTES) renameSync(file, `${file}.1`);
}

/**
 * Copies the end of a large server log and empties the log. The server keeps the file open for months, so it cannot be
 * renamed. The disk may not have space for a full copy.
 */
async function rotateLog(file: string): Promise<void> {
  const { size } = await stat(file);
  if (size <= LARGEST_BYTES) return;
  const last = createReadStream(file, { start: size - LARGEST_BYTES });
  await pipeline(last, createWriteStream(`${file}.1`, { mode: 0o600 }));
  await truncate(file);
}

/** Looks now and then while this lasts. The file has to be open for appending only, to go on at its new end. */
export function keepLogSmall(file: string, log: Pick<Logger, 'warn'>): Disposable {
  const check = () =>
    void rotateLog(file).catch((err: unknown) =>
      log.warn({ err }, 'The log of PostgreSQL could not be emptied.'),
    );
  const timer = setInterval(check, CHECK_INTERVAL_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
