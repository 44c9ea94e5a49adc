import { readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const MEMORY_FOLDER = '/dev/shm';
/** Several times the size that the clusters of one run have reached. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Where clusters of tests are made: in memory where there is room for them. Each database of a test is some three
 * hundred files that are removed again a second later; on a disk that costs the processor more than the tests do.
 */
export function clusterFolder(): string {
  return hasRoom() ? MEMORY_FOLDER : tmpdir();
}

function hasRoom(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const [, , type, options = ''] =
      mounts.find((line) => line.includes(` ${MEMORY_FOLDER} `))?.split(' ') ?? [];
    // PostgreSQL's programs may have to be copied next to their data.
    if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize > ROOM_BYTES && freemem() > 2 * ROOM_BYTES;
  } catch {
    // Only Linux has it.
    return false;
  }
}
