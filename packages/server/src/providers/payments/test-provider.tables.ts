import type { Time } from '../../database/columns.ts';

/** What a test card does when it is charged; chosen by its number. */
export type TestCardBehaviour = 'succeeds' | 'declines' | 'needs-authentication' | 'loses-answer';

interface TestCardColumns {
  last4: string;
  exp_month: number;
  exp_year: number;
  behaviour: TestCardBehaviour;
}

export interface TestProviderTables {
  test_provider_tokens: TestCardColumns & { token: string; used_on: Time | null; created_on: Time };
  test_provider_cards: TestCardColumns & { id: string; customer: string };
  test_provider_charges: {
    id: string;
    idempotency_key: string;
    card_id: string;
    amount_cents: number;
    currency: string;
    status: 'succeeded' | 'declined' | 'authentication';
    client_secret: string;
    error: string | null;
    created_on: Time;
  };
}
