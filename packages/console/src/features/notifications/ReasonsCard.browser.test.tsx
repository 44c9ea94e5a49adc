import { type Channel, ownChannels } from '@atrium/contract/notifications/channels';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
import { ReasonsCard } from './ReasonsCard.tsx';

const mail: Channel = {
  id: '0198c1de-7c5a-7c00-8d3f-000000000001',
  kind: 'EMAIL',
  name: 'E-mail',
  address: 'ada@example.com',
  createdAt: null,
  user: 'ada',
  reasons: [{ reason: 'function-errors', threshold: 10 }],
  deliveries: [],
  digest: 'AT_ONCE',
  digestAt: '08:00',
  hasQuietHours: false,
  quietFrom: '22:00',
  quietUntil: '07:00',
  timeZone: 'UTC',
};

const drawCard = () => draw(<ReasonsCard scope="own" channels={[mail]} addButton={null} />);

it('a box keeps the focus and takes a second change while it saves the first', async () => {
  signIn('tests.read', 'functions.invoke');
  const held = Promise.withResolvers<undefined>();
  const sent: unknown[] = [];
  answer(ownChannels.setReason, ({ body }) => {
    sent.push(body);
    return held.promise;
  });
  const screen = await drawCard();
  const box = screen.getByRole('checkbox', { name: 'Tests fail: E-mail' });
  await box.click();
  await expect.element(box).toBeChecked();
  // Disabled, it would lose the focus at the next frame.
  await expect.element(box).toBeEnabled();
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(box).not.toBeChecked();
  expect(sent).toEqual([{ isOn: true, threshold: null }]);
  held.resolve(undefined);
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]).toEqual({ isOn: false, threshold: null });
});

it('a threshold is saved when it is left, and not when it is out of range', async () => {
  signIn('functions.invoke');
  const sent: unknown[] = [];
  answer(ownChannels.setReason, ({ body }) => void sent.push(body));
  const screen = await drawCard();
  const field = screen.getByLabelText(/^Failed calls from/);
  await field.fill('200');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('1 to 100')).toBeVisible();
  expect(sent).toEqual([]);
  await field.fill('25');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent).toEqual([{ isOn: true, threshold: 25 }]);
});

it('reasons about which a person may read nothing cannot be chosen', async () => {
  signIn('tests.read');
  const screen = await drawCard();
  await expect.element(screen.getByRole('checkbox', { name: 'A budget is reached: E-mail' })).toBeDisabled();
  await expect.element(screen.getByRole('checkbox', { name: 'A service is down: E-mail' })).toBeEnabled();
});
