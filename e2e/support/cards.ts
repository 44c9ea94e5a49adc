import type { Locator, Page } from '@playwright/test';

/** Numbers that the built-in test provider knows, by their effect. */
export const CARDS = {
  succeeds: '4242 4242 4242 4242',
  declines: '4000 0000 0000 0002',
  needsAuthentication: '4000 0025 0000 3155',
  unknown: '4111 1111 1111 1111',
};

/** As the first of them, of someone who had no free credits yet; ends in 4242 as well. */
export function unusedCard(): string {
  const middle = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
  return (
    '0123456789'
      .split('')
      .map((digit) => `4242${middle}${digit}4242`)
      .find(hasCheckDigit) ?? ''
  );
}

function hasCheckDigit(number: string): boolean {
  const digits = number
    .split('')
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1));
  return digits.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

/** Types a card into the provider's own field. */
export async function fillCard(scope: Page | Locator, number: string): Promise<void> {
  await scope.getByLabel('Card number').fill(number);
  await scope.getByLabel('Expiry date').fill('12 / 30');
  await scope.getByLabel('Security code').fill('123');
}
