import { expect, test } from 'vitest';
import { MAX_SHOWN, pickShown } from './shown-changes.ts';

test('roles by the hundred hide no right that was given, and what is left out is counted', () => {
  const roles = Array.from({ length: 100 }, (_, index) => ({
    action: 'role.create',
    message: `Role ${index}`,
  }));
  const given = { action: 'account.give-roles', message: 'Gave kim other roles' };
  const shown = pickShown([given, given, ...roles]);
  expect(shown.otherChanges).toHaveLength(MAX_SHOWN);
  expect(shown.otherChanges[0]).toBe(given.message);
  expect(shown.leftOutChanges).toBe(51);
  expect(pickShown([given])).toEqual({ otherChanges: [given.message] });
});
