import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ApiError } from '@atrium/contract/api-error';
import type { Endpoint, EndpointRequest, EndpointResponse } from '@atrium/contract/endpoint';
import { type RequestParts, readBody, sendCall } from '@atrium/contract/send-call';
import { StartError } from '@atrium/host/start-error';
import { SignJWT } from 'jose';

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
  const base = new URL(baseUrl).origin;
  return {
    async call(endpoint, request) {
      const now = Math.floor(Date.now() / 1000);
      const token = await new SignJWT({})
        .setProtectedHeader({ alg, kid: keyId })
        .setAudience('atrium')
        .setIssuedAt(now)
        .setExpirationTime(now + TOKEN_SECONDS)
        .sign(key);
      try {
        const response = await sendCall(endpoint, request as RequestParts, { base, token });
        return (endpoint.produces === 'json' ? await readBody(response) : await response.text()) as never;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        throw new StartError(
          error.status === 0 ? `${baseUrl} cannot be reached: ${causeOf(error.cause)}.` : error.message,
        );
      }
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
