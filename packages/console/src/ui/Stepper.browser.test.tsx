import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { Stepper } from './Stepper.tsx';

const steps = [
  { id: 'pull', label: 'Pull' },
  { id: 'compare', label: 'Compare' },
  { id: 'submit', label: 'Submit' },
];

it('says which step is the current one and which are done, in words as well as by color', async () => {
  const screen = await draw(<Stepper steps={steps} currentId="compare" label="Steps of the pull" />);
  const nav = screen.getByRole('navigation', { name: 'Steps of the pull' });
  const entries = nav.getByRole('listitem');
  await expect.element(entries.nth(0)).toHaveTextContent('Pull (done)');
  await expect.element(entries.nth(1)).toHaveAttribute('aria-current', 'step');
  await expect.element(entries.nth(1)).toMatchTextContent(/Compare$/);
  await expect.element(entries.nth(2)).not.toHaveAttribute('aria-current');
  await expect.element(nav.getByRole('button')).not.toBeInTheDocument();
  await expectNoFindings();
});

it('goes back by keyboard to what is done, and not ahead', async () => {
  function Wizard() {
    const [currentId, setCurrentId] = useState('submit');
    return <Stepper steps={steps} currentId={currentId} onGoTo={setCurrentId} />;
  }
  const screen = await draw(<Wizard />);
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Pull (done)' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Compare (done)' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('listitem').nth(1)).toHaveAttribute('aria-current', 'step');
  await expect.element(screen.getByRole('button')).toHaveAccessibleName('Pull (done)');
  await expectNoFindings();
});
