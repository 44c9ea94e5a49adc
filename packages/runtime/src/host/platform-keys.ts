import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';

/** How long the keys of the platform are kept before they are read again. */
const MAX_AGE_MS = 10 * 60_000;
/** How soon an unknown key causes them to be read again. */
const COOLDOWN_MS = 5_000;

const NONE: JSONWebKeySet = { keys: [] };

/**
 * Public keys of the platform, to verify service tokens. Whoever started the services gives them; others are read from the
 * platform. One that was given and is no more has been withdrawn, whatever a process of the platform still says that has
 * not heard of it.
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
