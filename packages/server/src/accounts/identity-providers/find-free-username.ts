import type { Random } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import { hasUsername } from '../domains/taken-name.repository.ts';

/** Tried one after the other before a username gets a random end. */
const ENDINGS = ['', '-2', '-3', '-4', '-5'];

/** A username that no one has: the one that is wished for, or one like it. */
export async function findFreeUsername(
  transaction: Store,
  random: Pick<Random, 'bytes'>,
  wished: string,
): Promise<string> {
  for (const ending of ENDINGS) {
    const username = `${wished}${ending}`;
    if (!(await hasUsername(transaction, username))) return username;
  }
  return `${wished}-${random.bytes(3).toString('hex')}`;
}
