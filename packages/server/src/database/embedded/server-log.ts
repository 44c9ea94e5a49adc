import { copyFile, stat, truncate } from 'node:fs/promises';
import type { Logger } from 'pino';

const LARGEST_BYTES = 10 * 1024 * 1024;
const LOOKED_AT_EVERY_MS = 60_000;

/** Puts what the server has said aside once it is much. The server keeps its file open for months, so that one is emptied. */
async function rotateLog(file: string): Promise<void> {
  const { size } = await stat(file);
  if (size <= LARGEST_BYTES) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/** Looks now and then while this lasts. The file has to be open for appending only, to go on at its new end. */
export function keepLogSmall(file: string, log: Pick<Logger, 'warn'>): Disposable {
  const look = () =>
    void rotateLog(file).catch((err: unknown) =>
      log.warn({ err }, 'The log of PostgreSQL could not be emptied.'),
    );
  const timer = setInterval(look, LOOKED_AT_EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
