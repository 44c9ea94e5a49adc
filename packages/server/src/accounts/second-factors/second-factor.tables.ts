import type { Hashed, Sealed, Time, Token } from '@atrium/host/database/columns';
import type { ColumnType, Generated } from 'kysely';

export type ChallengePurpose = 'second-factor' | 'set-up' | 'passkey-login' | 'add-passkey' | 'confirm';

/** A bigint: the driver reads it as text. */
type Big = ColumnType<string, number, number>;

export interface SecondFactorTables {
  authenticators: {
    id: string;
    domainId: string;
    userId: string;
    name: string;
    /** Base32. */
    secret: Sealed;
    lastStep: ColumnType<string | null, number | null, number>;
    createdOn: Time;
    confirmedOn: Time | null;
    lastUsedOn: Time | null;
  };
  passkeys: {
    id: string;
    domainId: string;
    userId: string;
    name: string;
    credentialId: string;
    publicKey: Buffer;
    counter: Big;
    transports: Generated<string[]>;
    createdOn: Time;
    lastUsedOn: Time | null;
  };
  recoveryCodes: {
    userId: string;
    domainId: string;
    codeHash: Hashed;
    createdOn: Time;
    usedOn: Time | null;
  };
  signInChallenges: {
    tokenHash: Hashed;
    purpose: ChallengePurpose;
    userId: string | null;
    domainId: string | null;
    signedChallenge: Token | null;
    /** The sign-in with an identity provider that was the first step. */
    providerSignInId: string | null;
    createdOn: Time;
    expiresOn: Time;
  };
}
