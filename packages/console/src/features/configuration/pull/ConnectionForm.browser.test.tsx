import { type Connection, listConnections } from '@atrium/contract/connections/connections';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { gitConnection } from '../../../../test/git-connection.ts';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { forgetKeptInputs } from '../../../lib/kept-input.ts';
import { ConnectionForm } from './ConnectionForm.tsx';

afterEach(() => forgetKeptInputs());

it('keeps the focus in the field in which Enter starts it', async () => {
  function Pull() {
    const [isBusy, setBusy] = useState(false);
    return (
      <ConnectionForm
        direction="pull"
        isBusy={isBusy}
        submitLabel="Pull"
        submitIcon={null}
        onSubmit={() => setBusy(true)}
      />
    );
  }
  signIn('configuration.read', 'configuration.exchange');
  answer(listConnections, () => ({ connections: [] }));
  const screen = await draw(<Pull />);
  await userEvent.fill(screen.getByLabelText(/^Repository URL/), 'https://git.example.com/a.git');
  await userEvent.fill(screen.getByLabelText(/^Username/), 'ada');
  const password = screen.getByLabelText(/^Password/);
  await userEvent.fill(password, 'secret');
  await userEvent.keyboard('{Enter}');
  await expect.element(password).toHaveAttribute('readonly');
  await expect.element(password).toHaveFocus();
});

const shop: Connection = { ...gitConnection, defaultBranch: 'live', folder: 'config' };

it('offers the default connection first, so that one click is enough, and any other repository', async () => {
  signIn('configuration.read', 'configuration.exchange');
  const other = { ...shop, id: '0190f2c4-7a10-7000-8000-000000000002', name: 'Stage', isDefault: false };
  answer(listConnections, () => ({ connections: [shop, other] }));
  const sent: object[] = [];
  const screen = await draw(
    <ConnectionForm
      direction="pull"
      isBusy={false}
      submitLabel="Pull"
      submitIcon={null}
      onSubmit={(request) => sent.push(request)}
    />,
  );
  const pull = screen.getByRole('button', { name: 'Pull' });
  await expect.element(screen.getByText(/git\.example\.com\/shop\.git#config, branch live/)).toBeVisible();
  await pull.click();
  const choice = screen.getByRole('combobox', { name: 'Connection' });
  await choice.selectOptions('Stage');
  await pull.click();
  expect(sent).toEqual([{ connectionId: shop.id }, { connectionId: other.id }]);
  await choice.selectOptions('Another repository …');
  await pull.click();
  await expect.element(screen.getByText('Please provide values in required fields.')).toBeVisible();
  await expect
    .element(screen.getByLabelText(/^Password/))
    .toHaveAttribute('autocomplete', 'section-git new-password');
  await userEvent.fill(screen.getByLabelText(/^Repository URL/), 'https://git.example.com/a.git');
  await userEvent.fill(screen.getByLabelText(/^Username/), 'ada');
  await userEvent.fill(screen.getByLabelText(/^Password/), 'secret');
  await pull.click();
  expect(sent.at(-1)).toEqual({
    gitUrl: 'https://git.example.com/a.git',
    username: 'ada',
    password: 'secret',
  });
});

it('can be filled in although the connections cannot be loaded', async () => {
  signIn('configuration.read', 'configuration.exchange');
  answer(listConnections, () => refusal(422, 'Not now.'));
  const screen = await draw(
    <ConnectionForm
      direction="pull"
      isBusy={false}
      submitLabel="Pull"
      submitIcon={null}
      onSubmit={() => {}}
    />,
  );
  await expect.element(screen.getByLabelText(/^Repository URL/)).toBeVisible();
});
