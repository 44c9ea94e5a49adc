import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawMerge } from '../../../../../test/draw-merge.tsx';

/** Far more conflicts than fit. */
const file = (word: string) => Array.from({ length: 20 }, (_, at) => `${word} ${at}\nkept ${at}\n`).join('');
const sides = { base: file('base'), local: file('local'), remote: file('remote') };

afterEach(() => page.viewport(1280, 800));

it('moves to a change in the list: it is in sight, marked, and has the focus', async () => {
  await page.viewport(390, 800);
  const { screen } = await drawMerge({ sides });
  const heading = (number: number) => screen.getByRole('heading', { name: `Conflict ${number} of 20` });
  await expect.element(heading(1)).toBeVisible();
  for (let moves = 0; moves < 8; moves++) await userEvent.keyboard('{F7}');
  await expect.element(heading(8)).toHaveFocus();
  await expect.element(heading(8)).toBeInViewport();
  await expect
    .element(page.elementLocator(heading(8).element().closest('li') as Element))
    .toHaveAttribute('aria-current', 'true');
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  const choice = screen.getByRole('group', { name: 'Choice for Conflict 8 of 20' });
  await expect.element(choice.getByRole('radio', { name: 'Remote', exact: true })).toBeChecked();
});

it('keeps the focus on a button that moves', async () => {
  await page.viewport(390, 800);
  const { screen } = await drawMerge({ sides });
  const next = screen.getByRole('button', { name: 'Next conflict' });
  for (let moves = 0; moves < 8; moves++) await next.click();
  await expect.element(screen.getByRole('heading', { name: 'Conflict 8 of 20' })).toBeInViewport();
  await expect.element(next).toHaveFocus();
});

it('decides by key about the entry that has the focus', async () => {
  await page.viewport(390, 800);
  const { screen } = await drawMerge({ sides });
  const choice = (number: number) =>
    screen.getByRole('group', { name: `Choice for Conflict ${number} of 20` });
  await userEvent.keyboard('{F7}');
  await choice(2).getByRole('radio', { name: 'Local', exact: true }).click();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect.element(choice(2).getByRole('radio', { name: 'Remote', exact: true })).toBeChecked();
  await expect.element(choice(1).getByRole('radio', { name: 'Remote', exact: true })).not.toBeChecked();
});

it('moves between the conflicts that are decided once none is open', async () => {
  await page.viewport(390, 800);
  const { screen } = await drawMerge({
    sides: { base: 'a\nk\nb\n', local: 'A\nk\nB\n', remote: 'x\nk\ny\n' },
  });
  const heading = (number: number) => screen.getByRole('heading', { name: `Conflict ${number} of 2` });
  await userEvent.keyboard('{F7}{Alt>}{ArrowRight}{/Alt}{Shift>}{F7}{/Shift}');
  await expect.element(screen.getByText('No earlier open conflicts.')).toBeInTheDocument();
  await userEvent.keyboard('{F7}{Alt>}{ArrowRight}{/Alt}{Shift>}{F7}{/Shift}');
  await expect.element(heading(1)).toHaveFocus();
  await userEvent.keyboard('{F7}');
  await expect.element(heading(2)).toHaveFocus();
  await userEvent.keyboard('{F7}');
  await expect.element(screen.getByText('No further conflicts.')).toBeInTheDocument();
});

it('moves from the preview to the panes', async () => {
  const { screen } = await drawMerge({ sides });
  const more = screen.getByRole('button', { name: 'More choices for Conflict 1 of 20' });
  await expect.element(more).toBeVisible();
  await screen.getByRole('button', { name: 'Preview' }).click();
  await expect.element(more).not.toBeInTheDocument();
  await userEvent.keyboard('{F7}');
  await expect.element(more).toBeVisible();
});

it('says that filters hide all changes, and shows them again', async () => {
  await page.viewport(390, 800);
  const { screen } = await drawMerge({ sides: { base: 'a\n', local: 'a b\n', remote: 'a  b\n' } });
  await screen.getByRole('button', { name: 'View and filters' }).click();
  const filter = screen.getByRole('menuitemcheckbox', { name: 'Hide differences in whitespace' });
  await expect.element(filter).not.toBeChecked();
  await filter.click();
  await expect.element(screen.getByText('All changes are hidden.')).toBeVisible();
  await screen.getByRole('button', { name: 'View and filters' }).click();
  await expect.element(filter).toBeChecked();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Show all changes' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Conflict 1 of 1' })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Changes', exact: true })).toHaveFocus();
});

it('marks what differs between long lines on a phone, and shows it', async () => {
  await page.viewport(390, 800);
  const line = (word: string) =>
    `export const total = (lines) => lines.reduce((sum, line) => sum + line.${word}, 0);\n`;
  const { screen } = await drawMerge({
    sides: { base: line('price'), local: line('gross'), remote: line('net') },
  });
  for (const word of ['gross', 'net']) {
    const mark = screen.getByLabelText('Changes').getByText(word, { exact: true });
    await expect.element(mark).toBeInViewport();
    expect(mark.element().tagName).toBe('MARK');
    const { left, right } = mark.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
  }
});
