import { randomBytes } from 'node:crypto';
import { createIds } from '@atrium/host/ids';

/** The current time, injected so that tests can stop it or move it. */
export interface Clock {
  now(): Date;
}

/** Randomness, injected so that tests can repeat it. */
export interface Random {
  bytes(length: number): Buffer;
  /** UUID v7: ids of one process sort in the order of their creation. */
  id(): string;
  /** Unguessable text, 256 bits, safe in URLs. */
  token(): string;
}

export const systemClock: Clock = { now: () => new Date() };

export function createRandom(clock: Clock): Random {
  return {
    bytes: (length) => randomBytes(length),
    id: createIds(() => clock.now()),
    token: () => randomBytes(32).toString('base64url'),
  };
}
