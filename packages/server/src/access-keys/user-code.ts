import { USER_CODE_LENGTH, USER_CODE_LETTERS } from '@atrium/contract/access-keys/key-request-fields';
import type { Random } from '../clock.ts';

/** Bytes from here on would make the first letters more likely than the others. */
const FAIR_BELOW = 256 - (256 % USER_CODE_LETTERS.length);

/** Returns random letters that a person compares or types. */
export function makeUserCode(random: Pick<Random, 'bytes'>): string {
  let code = '';
  while (code.length < USER_CODE_LENGTH) {
    const [byte = FAIR_BELOW] = random.bytes(1);
    if (byte < FAIR_BELOW) code += USER_CODE_LETTERS[byte % USER_CODE_LETTERS.length];
  }
  return code;
}
