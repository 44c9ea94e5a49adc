import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';

/** Time for which the platform's keys are cached. */
const MAX_AGE_MS = 10 * 60_000;
/** Shortest time before an unknown key triggers another read. */
const COOLDOWN_MS = 5_000;

const NONE: JSONWebKeySet = { keys: [] };

/**
 * Public keys of the platform, to verify service tokens. The parent process passes them at the start; others
 * are read from the platform. A passed key that is no longer in the list is revoked, even if a platform process
 * that has not learned of it still serves it.
 */
export class PlatformKeys {
  readonly #remote: JWTVerifyGetKey;
  readonly #withdrawn = new Set<string | undefined>();
  #given = NONE;
  #local = createLocalJWKSet(NONE);

  constructor(url: string) {
    this.#remote = createRemoteJWKSet(new URL(url), {
      cacheMaxAge: MAX_AGE_MS,
      cooldownDuration: COOLDOWN_MS,
    });
  }

  readonly find: JWTVerifyGetKey = (header, token) => {
    if (this.#withdrawn.has(header.kid)) throw new errors.JWKSNoMatchingKey();
    const isGiven = this.#given.keys.some(({ kid }) => kid === header.kid);
    return (isGiven ? this.#local : this.#remote)(header, token);
  };

  /** Returns whether one was withdrawn. */
  exchange(given: JSONWebKeySet): boolean {
    const kids = new Set(given.keys.map(({ kid }) => kid));
    const withdrawn = this.#given.keys.filter(({ kid }) => !kids.has(kid));
    for (const { kid } of withdrawn) this.#withdrawn.add(kid);
    for (const kid of kids) this.#withdrawn.delete(kid);
    this.#given = given;
    this.#local = createLocalJWKSet(given);
    return withdrawn.length > 0;
  }
}
