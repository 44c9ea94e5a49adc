import { expect, test } from 'vitest';
import {
  completePermissions,
  missingPermission,
  missingPermissionOnScreen,
  namesWithCodes,
  PERMISSIONS,
} from './permissions.ts';

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

test('a refusal names what is missing, what it is for, and who can give it; to programs with its code', () => {
  expect(missingPermission('tests.run')).toBe(
    'This needs the permission "Run tests" (tests.run): run tests and cancel runs. The owner of your domain, or whoever manages its people, can give you a role with it. An API key has only the permissions chosen when it was made.',
  );
  expect(namesWithCodes(['tests.run', 'planets.move'])).toBe(
    '"Run tests" (tests.run), "planets.move" (planets.move)',
  );
  expect(missingPermissionOnScreen('billing.pay')).toBe(
    'This needs the permission "Pay and manage billing" (pay invoices, and manage cards, addresses and budgets). The owner of your domain, or whoever manages its people, can give you a role with it.',
  );
});
