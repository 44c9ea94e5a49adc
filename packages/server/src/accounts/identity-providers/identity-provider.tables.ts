import type { RoleRule } from '@atrium/contract/accounts/identity-provider';
import type { Hashed, Sealed, Time, Token } from '@atrium/host/database/columns';
import type { ColumnType } from 'kysely';

/** JSON: written as text. */
type RoleRules = ColumnType<RoleRule[], string, string>;

export interface IdentityProviderTables {
  identityProviders: {
    id: string;
    /** Null for providers that everyone can sign in with. */
    domainId: string | null;
    name: string;
    issuer: string;
    clientId: string;
    clientSecret: Sealed;
    rolesClaim: string;
    roleRules: RoleRules;
    createdOn: Time;
    changedOn: Time;
  };
  identities: {
    providerId: string;
    subject: string;
    domainId: string;
    userId: string;
    createdOn: Time;
    lastUsedOn: Time;
  };
  providerAttempts: {
    stateHash: Hashed;
    browserHash: Hashed;
    providerId: string;
    nonce: Token;
    codeVerifier: Token;
    nextPath: string;
    isConfirmation: boolean;
    /** User who connects the provider with their account; null for a sign-in. */
    userId: string | null;
    createdOn: Time;
    expiresOn: Time;
  };
  providerSignIns: {
    id: string;
    providerId: string;
    domainId: string;
    userId: string;
    authenticatedOn: Time | null;
    /** Empty where the provider signs no one out. */
    signOutUrl: Sealed;
    createdOn: Time;
  };
}
