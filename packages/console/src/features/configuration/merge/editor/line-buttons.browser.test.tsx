import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { drawMerge } from '../../../../../test/draw-merge.tsx';

const sides = { base: 'a\nb\nc\n', local: 'a\nb\nc\n', remote: 'a\nR1\nR2\nR3\nc\n' };

it('excludes a line of an applied change by keyboard, and says so', async () => {
  const { screen, merged } = await drawMerge({ sides });
  await expect.element(merged).toMatchTextContent(/R1R2R3/);
  await screen.getByRole('textbox', { name: /Remote/ }).click();
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}{ArrowDown}{Alt>}l{/Alt}');
  await expect.element(merged).toMatchTextContent(/R1R3/);
  await expect.element(screen.getByText('Change 1 of 1, edited')).toBeInTheDocument();
  await userEvent.keyboard('{Alt>}l{/Alt}');
  await expect.element(merged).toMatchTextContent(/auto-applied: remote.*R1R2R3/);
});

it('says before it replaces what was typed', async () => {
  const { screen, merged } = await drawMerge({ sides });
  await expect.element(screen.getByTitle('Include or exclude line 3')).toBeVisible();
  await merged.click();
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}typed');
  await screen.getByTitle('Replace the edited text with line 3').click();
  await expect.element(merged).toMatchTextContent(/R2c/);
  await expect.element(screen.getByTitle('Include or exclude line 3')).toBeVisible();
});
