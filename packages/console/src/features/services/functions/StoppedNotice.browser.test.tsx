import { listFunctionStops } from '@atrium/contract/billing/function-stops';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { StoppedNotice } from './StoppedNotice.tsx';

it('says which cap has stopped a function, and nothing of one that goes on', async () => {
  answer(listFunctionStops, () => [
    { serviceId: 'shop', function: 'tea/brew', cents: 5000, until: '2026-12-01' },
    { serviceId: 'mail', function: null, cents: 100, until: '2026-12-01' },
  ]);
  signIn('functions.invoke');
  const screen = await draw(
    <>
      <StoppedNotice serviceId="shop" name="tea/serve" />
      <StoppedNotice serviceId="shop" name="tea/brew" />
      <StoppedNotice serviceId="mail" name="any" />
    </>,
  );
  await expect.element(screen.getByText('Stopped by the cap of $50.00 until 12/01/2026')).toBeVisible();
  await expect.element(screen.getByText('Stopped by the cap of $1.00 until 12/01/2026')).toBeVisible();
  expect(screen.getByRole('status').elements()).toHaveLength(2);
  await expectNoFindings();
});
