import {
  type CreatedKeyRequest,
  KEY_REQUEST_SECONDS,
  type KeyRequest,
  POLL_SECONDS,
  USER_CODE_LENGTH,
  USER_CODE_LETTERS,
} from '@atrium/contract/access-keys/key-request-fields';
import { OWN_KEY_DAYS } from '@atrium/contract/access-keys/own-key-fields';
import { completePermissions, type Permission } from '@atrium/contract/permissions';
import { NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { lockSignedIn } from '../accounts/sessions/lock-signed-in.ts';
import type { AttemptLimits } from '../accounts/sign-in/attempt-limit.service.ts';
import { keyRequestSubject } from '../accounts/sign-in/attempt-subjects.ts';
import { hashToken } from '../accounts/sign-in/one-time-token.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { checkHeld } from './held-permissions.ts';
import {
  deleteExpiredKeyRequests,
  findKeyRequest,
  insertKeyRequest,
  type KeyRequestRow,
  updateKeyRequestAnswered,
} from './key-request.repository.ts';
import type { OwnKeys } from './own-key.service.ts';

/** Bytes from here on would make the first letters more likely than the others. */
const FAIR_BELOW = 256 - (256 % USER_CODE_LETTERS.length);

/** Returns random letters that a person compares or types. */
function makeUserCode(random: Pick<Random, 'bytes'>): string {
  let code = '';
  while (code.length < USER_CODE_LENGTH) {
    const [byte = FAIR_BELOW] = random.bytes(1);
    if (byte < FAIR_BELOW) code += USER_CODE_LETTERS[byte % USER_CODE_LETTERS.length];
  }
  return code;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  ownKeys: OwnKeys;
  attempts: AttemptLimits;
}

/** Programs without a browser ask for a key; a person allows it in theirs (as in RFC 8628). */
export class KeyRequests {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async create(
    { label, permissions }: { label: string; permissions: readonly Permission[] },
    address: string,
  ): Promise<z.infer<typeof CreatedKeyRequest>> {
    const { db, clock, random } = this.#parts;
    const deviceCode = random.token();
    const userCode = makeUserCode(random);
    const now = clock.now();
    await db.transaction().execute(async (transaction) => {
      await deleteExpiredKeyRequests(transaction, now);
      await insertKeyRequest(transaction, {
        deviceCodeHash: hashToken(deviceCode),
        userCode,
        label,
        permissions: completePermissions(permissions),
        address,
        createdOn: now,
        expiresOn: new Date(now.getTime() + KEY_REQUEST_SECONDS * 1000),
      });
    });
    return {
      deviceCode,
      userCode: `${userCode.slice(0, 4)}-${userCode.slice(4)}`,
      expiresInSeconds: KEY_REQUEST_SECONDS,
      pollSeconds: POLL_SECONDS,
    };
  }

  async get(caller: Caller, code: string): Promise<KeyRequest> {
    const { label, permissions, address, createdOn } = await this.#get(caller, code);
    return { label, permissions, address, createdOn: createdOn.toISOString(), keyDays: OWN_KEY_DAYS };
  }

  /** The key itself is made when it is collected, so that its token is nowhere in between. */
  async allow(caller: Caller, code: string, chosen: readonly Permission[]): Promise<void> {
    const { db, ownKeys } = this.#parts;
    const { userId, domainId } = caller;
    const asked = await this.#get(caller, code);
    const permissions = completePermissions(chosen).filter((name) => asked.permissions.includes(name));
    checkHeld(caller, permissions);
    await db.transaction().execute(async (transaction) => {
      await lockSignedIn(transaction, caller);
      await ownKeys.requireRoom(transaction, caller);
      const answer = { userId, domainId, permissions };
      if (!(await updateKeyRequestAnswered(transaction, code, answer))) throw noSuchRequest();
    });
  }

  async refuse(caller: Caller, code: string): Promise<void> {
    const { db } = this.#parts;
    await this.#get(caller, code);
    if (!(await updateKeyRequestAnswered(db, code, { isRefused: true }))) throw noSuchRequest();
  }

  /** A wrong code is a guess at one that another person was meant to type. */
  async #get({ userId }: Caller, code: string): Promise<KeyRequestRow> {
    const { db, clock, attempts } = this.#parts;
    const subjects = [keyRequestSubject(userId)];
    await attempts.check(db, subjects);
    const found = await findKeyRequest(db, code, clock.now());
    if (found !== undefined) return found;
    await attempts.count(db, subjects);
    throw noSuchRequest();
  }
}

function noSuchRequest(): NotFoundError {
  return new NotFoundError(
    'No device is waiting with this code. It may have expired or been answered: start again on the device.',
  );
}
