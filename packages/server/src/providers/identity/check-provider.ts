import { genericGrantRequest } from 'openid-client';
import type { IdentityClient, ProviderSettings } from './identity-client.ts';
import { IdentityError, toIdentityError } from './identity-error.ts';

/** Findings of a test that needs no person. */
export interface ProviderFindings {
  problems: string[];
  notes: string[];
}

/**
 * Tests a provider as far as possible without a person: its metadata, and, with a made-up code, whether it accepts the
 * client. Providers check the client before the code.
 */
export async function checkProvider(
  client: IdentityClient,
  settings: ProviderSettings,
  redirectUrl: string,
): Promise<ProviderFindings> {
  try {
    const config = await client.discover(settings);
    const notes: string[] = [];
    const metadata = config.serverMetadata();
    if (client.signOutPage(config) === undefined) {
      notes.push('The provider has no page for signing out, so people stay signed in there.');
    }
    if (metadata.claims_supported && !metadata.claims_supported.includes('email_verified')) {
      notes.push(
        'The provider does not list the claim email_verified. Without this claim, nobody can sign in.',
      );
    }
    const refusal = await genericGrantRequest(config, 'authorization_code', {
      code: 'a-code-that-does-not-exist',
      redirect_uri: redirectUrl,
      code_verifier: 'a-verifier-of-no-sign-in-that-is-long-enough-to-be-one',
    }).then(
      () => undefined,
      (error: unknown) => error,
    );
    return { problems: isAboutCode(refusal) ? [] : [toIdentityError(refusal, 'sign-in').message], notes };
  } catch (error) {
    if (error instanceof IdentityError) return { problems: [error.message], notes: [] };
    throw error;
  }
}

/** The client was accepted, and the code was not: as it should be. */
function isAboutCode(error: unknown): boolean {
  const { error: refusal } = (error ?? {}) as { error?: unknown };
  return refusal === 'invalid_grant';
}
