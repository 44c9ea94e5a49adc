import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  type Endpoint,
  type EndpointRequest,
  type EndpointResponse,
  fillPath,
} from '@atrium/contract/endpoint';
import { readErrorMessage } from '@atrium/contract/error-message';
import { SignJWT } from 'jose';
import { StartError } from '../start-error.ts';

const TOKEN_SECONDS = 60;

/** Calls an Atrium over HTTP, signed in with an access key. */
export interface RemoteClient {
  call<E extends Endpoint>(endpoint: E, request: EndpointRequest<E>): Promise<EndpointResponse<E>>;
}

/** `keyId` is the access key's id, `keyFile` holds the private key as PEM. */
export async function createRemoteClient(
  baseUrl: string,
  keyId: string,
  keyFile: string,
): Promise<RemoteClient> {
  const key = await readKey(keyFile);
  const alg = algorithmOf(key);
  return {
    async call(endpoint, request) {
      const { params, query, body } = request as Record<string, Record<string, unknown> | undefined>;
      const url = new URL(fillPath(endpoint.path, params), baseUrl);
      for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
      const now = Math.floor(Date.now() / 1000);
      const token = await new SignJWT({})
        .setProtectedHeader({ alg, kid: keyId })
        .setAudience('atrium')
        .setIssuedAt(now)
        .setExpirationTime(now + TOKEN_SECONDS)
        .sign(key);
      const response = await fetch(url, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        throw new StartError(`${baseUrl} cannot be reached: ${causeOf(error)}.`);
      });
      const text = await response.text();
      if (!response.ok) throw new StartError(readErrorMessage(response.status, parse(text)));
      return (endpoint.produces === 'json' ? parse(text) : text) as never;
    },
  };
}

async function readKey(file: string): Promise<KeyObject> {
  try {
    return createPrivateKey(await readFile(file));
  } catch (error) {
    throw new StartError(`The private key cannot be read: ${(error as Error).message}.`);
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (asymmetricKeyType === 'rsa') return 'RS256';
  const curves: Record<string, string> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };
  const algorithm = curves[asymmetricKeyDetails?.namedCurve ?? ''];
  if (algorithm === undefined) throw new StartError('Use an Ed25519, RSA or EC (P-256, P-384, P-521) key.');
  return algorithm;
}

function causeOf(error: unknown): string {
  const { cause, message } = error as { cause?: { message?: string }; message: string };
  return cause?.message ?? message;
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
