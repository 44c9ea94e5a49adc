import { expect, test } from 'vitest';
import { logSentence } from './log-sentence.ts';

const ID = '01a224e3-1e20-7236-b1e3-c7504874be25';

test.each([
  ['invoice.pay', '2026-000002 ($126.73): succeeded', 'Paid invoice 2026-000002 ($126.73)'],
  ['invoice.pay', '2026-000002 ($1.00): failed', 'Payment of invoice 2026-000002 ($1.00) failed'],
  ['invoice.pay', `${ID}: succeeded (automatically)`, 'Paid an invoice (automatically)'],
  ['invoice.pay', `${ID}: Charged twice.`, 'Payment of an invoice: Charged twice.'],
  ['cards.default', 'card ending in 0002', 'Made card ending in 0002 the default'],
  ['cards.default', ID, 'Made a card the default'],
  ['cards.delete', 'card ending in 0002', 'Deleted card ending in 0002'],
  ['card.create', 'Card ending in 4242', 'Added card ending in 4242'],
  ['address.create', 'Wien', 'Added address Wien'],
  ['addresses.default', 'Wien', 'Made address Wien the default'],
  ['credit.give', 'Free tier of 5000 cents', 'Received $50.00 of free credit'],
  ['credit.give', 'Gave a credit of 50 cents: Sorry', 'Gave a credit of $0.50: Sorry'],
  ['account.update', 'Changed the profile', 'Changed the profile'],
  ['addresses.delete', ID, 'Deleted an address'],
  ['another.release', ID, 'another.release'],
])('an entry of %s with %s reads as a sentence, and stays one', (action, message, sentence) => {
  expect(logSentence({ action, message })).toBe(sentence);
  expect(logSentence({ action, message: sentence })).toBe(sentence);
});
