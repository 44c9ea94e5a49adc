import { listOwnKeys } from '@atrium/contract/access-keys/own-key';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { OwnKeyList } from './OwnKeyList.tsx';

it('opens the form with the permissions of the link, as far as the person has them', async () => {
  answer(listOwnKeys, () => []);
  signIn('functions.invoke', 'tests.run');
  const screen = await draw(<OwnKeyList create="functions.invoke,people.manage" />);
  await expect.element(screen.getByRole('checkbox', { name: /^Call functions/ })).toBeChecked();
  await expect.element(screen.getByRole('checkbox', { name: /^Run tests/ })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: /people/i }).elements()).toEqual([]);
});
