import { changeSignInRules, getSignInRules } from '@atrium/contract/accounts/second-factor';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { SignInRulesSwitch } from './SignInRulesSwitch.tsx';

it('the switch stands where it was put while the rule is being changed', async () => {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let requiresSecondFactor = false;
  answer(getSignInRules, () => ({ requiresSecondFactor }));
  answer(changeSignInRules, async ({ body }) => {
    asked.resolve();
    await held.promise;
    ({ requiresSecondFactor } = body);
    return body;
  });
  const screen = await draw(<SignInRulesSwitch />);
  const rule = screen.getByRole('switch', { name: 'Require a second factor of everyone in the domain' });
  await screen.getByText('Require a second factor of everyone in the domain').click();
  await asked.promise;
  await expect.element(rule).toBeChecked();
  held.resolve();
  await expect.element(rule).toBeChecked();
});
