import { importJWK, type JWK, SignJWT } from 'jose';

const LIFETIME_SECONDS = 60;
const AUDIENCE = 'atrium';

export interface AccessKey {
  id: string;
  accessKeyId: string;
  privateJwk: JWK;
}

interface Parts {
  accessKeys: readonly AccessKey[];
  now: () => Date;
}

/** Signs short-lived tokens with each service's own access key: a service calls the platform with them. */
export class MachineTokens {
  readonly #now: () => Date;
  #accessKeys: readonly AccessKey[];

  constructor({ accessKeys, now }: Parts) {
    this.#now = now;
    this.#accessKeys = accessKeys;
  }

  exchangeKeys(accessKeys: readonly AccessKey[]): void {
    this.#accessKeys = accessKeys;
  }

  async issue(serviceId: string): Promise<string> {
    const key = this.#accessKeys.find(({ id }) => id === serviceId);
    if (!key) throw new Error(`There is no access key of ${serviceId}.`);
    const seconds = Math.floor(this.#now().getTime() / 1000);
    const alg = key.privateJwk.alg ?? 'EdDSA';
    return new SignJWT()
      .setProtectedHeader({ alg, kid: key.accessKeyId })
      .setSubject(serviceId)
      .setAudience(AUDIENCE)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + LIFETIME_SECONDS)
      .sign(await importJWK(key.privateJwk, alg));
  }
}
