import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const UP = 0x01;
const UV = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Options {
  challenge: string;
}

/** An authenticator in software: what a browser and a security key do together, for tests without a browser. */
export class SoftwarePasskey {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  readonly #rpId: string;
  readonly #origin: string;
  counter = 1;
  /** False for a key that was touched and not unlocked. */
  isUserVerified = true;

  constructor(origin: string) {
    this.#origin = origin;
    this.#rpId = new URL(origin).hostname;
  }

  get id(): string {
    return this.#id.toString('base64url');
  }

  /** What `navigator.credentials.create` gives for these options. */
  create({ challenge }: Options, origin = this.#origin) {
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(this.#authenticatorBytes(HAS_CREDENTIAL, this.#credential())),
    ]);
    return {
      ...this.#frame(),
      response: {
        clientDataJSON: clientJson('webauthn.create', challenge, origin),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** What `navigator.credentials.get` gives for these options. */
  get({ challenge }: Options, origin = this.#origin) {
    const clientDataJSON = clientJson('webauthn.get', challenge, origin);
    const signed = this.#authenticatorBytes(0);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([signed, hash]), this.#keys.privateKey);
    return {
      ...this.#frame(),
      response: {
        clientDataJSON,
        authenticatorData: signed.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  }

  #frame() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #authenticatorBytes(more: number, ...parts: Buffer[]): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = UP | (this.isUserVerified ? UV : 0) | more;
    const rpIdHash = createHash('sha256').update(this.#rpId).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, ...parts]);
  }

  #credential(): Buffer {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    return Buffer.concat([Buffer.alloc(16), length, this.#id, coseKey(this.#keys.publicKey)]);
  }
}

function clientJson(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}

/** ES256 on P-256, as CBOR writes it. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [left, right] = [x, y].map((part) => bytes(Buffer.from(part, 'base64url')));
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([head, Buffer.from([0x21]), left as Buffer, Buffer.from([0x22]), right as Buffer]);
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function bytes(value: Buffer): Buffer {
  const head = value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from(head), value]);
}
