import type { Locator, Page } from '@playwright/test';

/** Numbers that the built-in test provider knows, by their effect. */
export const CARDS = {
  succeeds: '4242 4242 4242 4242',
  declines: '4000 0000 0000 0002',
  needsAuthentication: '4000 0025 0000 3155',
  unknown: '4111 1111 1111 1111',
};

/** Types a card into the provider's own field. */
export async function fillCard(scope: Page | Locator, number: string): Promise<void> {
  await scope.getByLabel('Card number').fill(number);
  await scope.getByLabel('Expiry date').fill('12 / 30');
  await scope.getByLabel('Security code').fill('123');
}
