import type { MailContent } from './account-mail-texts.ts';

/** About a change to an account, a sign-in, or what a domain has asked to be told. They always arrive. */
const NOTICES: ReadonlySet<MailContent['kind']> = new Set([
  'email-changed',
  'password-changed',
  'second-factor',
  'identity',
  'own-key',
  'new-device',
  'account-closed',
  // Bounded by what causes them: whole runs, ten budgets, a card's last month and the invoice of a month.
  'test-runs',
  'budget-reached',
  'card-expires',
  'invoice',
]);

/** Whether a mail always arrives: also about an automatic payment, because an invoice is tried four times at most. */
export function isNotice(content: MailContent): boolean {
  const isTry = content.kind === 'payment-failed' && content.retryOn !== undefined;
  return isTry || NOTICES.has(content.kind);
}
