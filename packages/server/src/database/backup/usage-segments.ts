import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@atrium/host/start-error';

/** The services count such a file as gone after a minute, so that a killed backup does not keep them from cleaning up. */
const RENEW_HOLD_MS = 10_000;
const SEGMENT = /\.(open|sealed|refused)$/;

/** Folder in which this machine's services store usage until the platform has received it. */
export function usageFolderOf(dataFolder: string): string {
  return join(dataFolder, 'usage');
}

/**
 * While held, segments that the platform has received are kept, and are sent again afterwards: usage missing from the
 * database's snapshot is then in the folder. Event ids prevent double counting.
 */
export async function holdSegments(folder: string): Promise<AsyncDisposable> {
  const file = join(folder, `${randomUUID()}.hold`);
  // Without a folder no service of this machine has ever noted anything.
  const isHeld = await writeFile(file, '').then(
    () => true,
    () => false,
  );
  const now = () => new Date();
  const timer = setInterval(() => void utimes(file, now(), now()).catch(() => {}), RENEW_HOLD_MS);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      if (isHeld) await rm(file, { force: true });
    },
  };
}

export interface Segment {
  name: string;
  text: string;
}

/** Complete lines of each segment. One that is sealed before it is read is looked for again. */
export async function* readSegments(folder: string): AsyncGenerator<Segment> {
  const read = new Set<string>();
  for (let isComplete = false; !isComplete; ) {
    isComplete = true;
    for (const name of (await readdir(folder).catch(() => [])).filter((file) => SEGMENT.test(file)).sort()) {
      if (read.has(name.replace(SEGMENT, ''))) continue;
      const text = await readFile(join(folder, name), 'utf8').catch(unlessGone);
      if (text === undefined) {
        isComplete = false;
        continue;
      }
      read.add(name.replace(SEGMENT, ''));
      yield { name: closedName(name), text: completeLines(text) };
    }
  }
}

/** Puts a segment where the next start finds and sends it. */
export async function writeSegment(folder: string, { name, text }: Segment): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, name), text, { mode: 0o600, flag: 'wx', flush: true });
}

export async function deleteSegments(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true });
}

export async function requireNoSegments(folder: string): Promise<void> {
  const [first] = (await readdir(folder).catch(() => [])).filter((name) => SEGMENT.test(name));
  if (first === undefined) return;
  throw new StartError(
    `${folder} holds usage that was not sent yet; a backup is only restored into an empty place. Move it away first.`,
  );
}

/** Returns the amount and age of unsent usage, and the amount that the platform has rejected. */
export async function measureSegments(folder: string) {
  const measured = { unsentBytes: 0, oldestOn: undefined as Date | undefined, refused: 0 };
  for (const name of (await readdir(folder).catch(() => [])).filter((file) => SEGMENT.test(file))) {
    const found = await stat(join(folder, name)).catch(unlessGone);
    if (found === undefined) continue;
    if (name.endsWith('.refused')) {
      measured.refused += 1;
    } else if (found.size > 0) {
      measured.unsentBytes += found.size;
      const since = beginOf(found);
      if (!(measured.oldestOn && measured.oldestOn < since)) measured.oldestOn = since;
    }
  }
  return measured;
}

/** NFS and FUSE know no time of birth, and Node then says 1970; when it was written last is at most minutes later. */
export function beginOf({ birthtime, mtime }: Pick<Stats, 'birthtime' | 'mtime'>): Date {
  return birthtime.getTime() > 0 ? birthtime : mtime;
}

/** The copy of an open segment grows no more. */
function closedName(name: string): string {
  return name.replace(/\.open$/, '.sealed');
}

function completeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
