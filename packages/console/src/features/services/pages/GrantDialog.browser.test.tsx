import { createPageGrant, refusePageGrant } from '@atrium/contract/access-keys/page-grant';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { GrantDialog } from './GrantDialog.tsx';
import type { Allowed } from './page-requests.ts';

function Page({ answers }: { answers: (Allowed | undefined)[] }) {
  const [isAsked, setAsked] = useState(true);
  return (
    isAsked && (
      <GrantDialog
        page={{ serviceId: 'shop', name: 'Shop' }}
        permissions={['billing.read']}
        onAnswer={(allowed) => {
          answers.push(allowed);
          setAsked(false);
        }}
      />
    )
  );
}

it('a second thought while the first is on its way changes nothing: the page hears what is the case', async () => {
  const onItsWay = Promise.withResolvers<void>();
  answer(createPageGrant, async ({ body }) => {
    await onItsWay.promise;
    const { serviceId, permissions } = body;
    const id = '0190f2c4-7a10-7000-8000-000000000000';
    const createdOn = '2026-11-27T12:00:00.000Z';
    const expiresOn = '2026-11-27T12:15:00.000Z';
    return { grant: { id, serviceId, permissions, createdOn, expiresOn, isCurrent: true }, token: 'atp_1' };
  });
  let refusals = 0;
  answer(refusePageGrant, () => {
    refusals += 1;
    return new Response(null, { status: 204 });
  });
  const answers: (Allowed | undefined)[] = [];
  const screen = await draw(<Page answers={answers} />);
  await screen.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: 'Do not allow' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  onItsWay.resolve();
  await expect.poll(() => answers.map((each) => each?.token)).toEqual(['atp_1']);
  expect(refusals).toBe(0);
});
