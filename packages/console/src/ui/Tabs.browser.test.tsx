import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { Button } from './Button.tsx';
import { Tabs } from './Tabs.tsx';

function Service() {
  const [tab, setTab] = useState<'code' | 'rules' | 'log'>('code');
  return (
    <Tabs
      label="Parts of the service"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'code', label: 'Code', content: <Button>Edit the code</Button> },
        { value: 'rules', label: 'Rules', content: 'There is no rule.', isDisabled: true },
        { value: 'log', label: 'Log', content: 'Nothing was logged.' },
      ]}
    />
  );
}

it('is a list with a name, whose panels are named by their tabs', async () => {
  const screen = await draw(<Service />);
  const list = screen.getByRole('tablist', { name: 'Parts of the service' });
  await expect.element(list.getByRole('tab', { name: 'Code' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(list.getByRole('tab', { name: 'Log' })).toHaveAttribute('aria-selected', 'false');
  await expect.element(list.getByRole('tab', { name: 'Rules' })).toBeDisabled();
  await expect.element(screen.getByRole('tabpanel', { name: 'Code' })).toBeVisible();
  await expect.element(screen.getByText('Nothing was logged.')).not.toBeInTheDocument();
  await expectNoFindings();
});

it('is one stop of the Tab key: arrows go to a tab, Enter opens it, and its panel comes next', async () => {
  const screen = await draw(<Service />);
  const code = screen.getByRole('tab', { name: 'Code' });
  const log = screen.getByRole('tab', { name: 'Log' });
  await userEvent.tab();
  await expect.element(code).toHaveFocus();
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  await expect.element(code).toHaveFocus();

  await userEvent.keyboard('{End}');
  await expect.element(log).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(log).toHaveAttribute('aria-selected', 'true');
  await expect
    .element(screen.getByRole('tabpanel', { name: 'Log' }))
    .toHaveTextContent('Nothing was logged.');
  await expectNoFindings();

  await userEvent.keyboard('{ArrowRight}');
  await expect.element(code).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(screen.getByRole('button', { name: 'Edit the code' })).toBeVisible();
});
