import { setNoticeMail } from '@atrium/contract/test-runs/notices';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { NoticeMailCard } from './NoticeMailCard.tsx';

it('the switch keeps the focus while it saves', async () => {
  signIn('tests.run');
  const held = Promise.withResolvers<undefined>();
  answer(setNoticeMail, () => held.promise);
  const screen = await draw(<NoticeMailCard isMailed={false} mailed={[]} />);
  const mail = screen.getByRole('switch', { name: 'E-mail me at the first failure and at recovery' });
  await userEvent.tab();
  await userEvent.keyboard(' ');
  await expect.element(mail).toBeChecked();
  // Disabled, it would lose the focus at the next frame.
  await expect.element(mail).toBeEnabled();
  await expect.element(mail).toHaveFocus();
  held.resolve(undefined);
  await expect.element(mail).not.toBeChecked();
  await expect.element(mail).toHaveFocus();
});

it('the switch takes a second change while it saves the first', async () => {
  signIn('tests.run');
  const held = Promise.withResolvers<undefined>();
  const sent: unknown[] = [];
  answer(setNoticeMail, ({ body }) => {
    sent.push(body);
    return held.promise;
  });
  const screen = await draw(<NoticeMailCard isMailed={false} mailed={[]} />);
  const mail = screen.getByRole('switch', { name: 'E-mail me at the first failure and at recovery' });
  await userEvent.tab();
  await userEvent.keyboard(' ');
  await expect.element(mail).toBeChecked();
  await userEvent.keyboard(' ');
  await expect.element(mail).not.toBeChecked();
  expect(sent).toEqual([{ isMailed: true }]);
  held.resolve(undefined);
  await expect.poll(() => sent).toEqual([{ isMailed: true }, { isMailed: false }]);
  await expect.element(mail).not.toBeChecked();
});
