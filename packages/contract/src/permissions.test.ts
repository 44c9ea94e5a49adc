import { expect, test } from 'vitest';
import { completePermissions, missingPermission, PERMISSIONS } from './permissions.ts';

test('permissions are kept once each and in order, and whoever changes something also reads it', () => {
  expect(completePermissions(['tests.run', 'billing.pay', 'tests.run'])).toEqual([
    'tests.read',
    'tests.run',
    'billing.read',
    'billing.pay',
  ]);
  expect(completePermissions(['functions.invoke', 'planets.move'])).toEqual(['functions.invoke']);
  expect(completePermissions(PERMISSIONS)).toEqual(PERMISSIONS);
});

test('a refusal names what is missing, what it is for, and who can give it', () => {
  expect(missingPermission('billing.pay')).toBe(
    'This needs the permission "Pay and manage billing" (pay invoices, and manage cards, addresses and budgets). The owner of your domain, or whoever manages its people, can give you a role with it.',
  );
});
