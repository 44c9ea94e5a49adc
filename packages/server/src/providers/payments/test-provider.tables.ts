import type { Hashed, Time, Token } from '@atrium/host/database/columns';

/** Behavior of a test card when it is charged; chosen by its number. */
export type TestCardBehaviour = 'succeeds' | 'declines' | 'needs-authentication' | 'loses-answer';

interface TestCardColumns {
  last4: string;
  expMonth: number;
  expYear: number;
  behaviour: TestCardBehaviour;
}

export interface TestProviderTables {
  testProviderTokens: TestCardColumns & {
    token: Token;
    fingerprint: Hashed<string>;
    usedOn: Time | null;
    createdOn: Time;
  };
  testProviderCards: TestCardColumns & { id: string; customer: string };
  testProviderCharges: {
    id: string;
    idempotencyKey: string;
    cardId: string;
    amountCents: number;
    currency: string;
    status: 'succeeded' | 'declined' | 'authentication';
    clientSecret: Token;
    error: string | null;
    createdOn: Time;
  };
}
