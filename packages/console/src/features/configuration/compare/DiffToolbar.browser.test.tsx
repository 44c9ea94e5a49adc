import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { DiffToolbar } from './DiffToolbar.tsx';
import { useDiffPreferences } from './diff-preferences.ts';
import { useShownFiles } from './use-shown-files.ts';

function Toolbar() {
  const { preferences, change } = useDiffPreferences();
  const shown = useShownFiles([]);
  return (
    <DiffToolbar
      shown={shown}
      view="tree"
      onView={() => undefined}
      preferences={preferences}
      onPreferences={change}
      chipCounts={new Map([['GIT', 3] as const, ['NEW', 2] as const])}
      count={4}
    />
  );
}

it('says by which rule the files start', async () => {
  await page.viewport(1280, 800);
  const screen = await draw(<Toolbar />);
  const menu = screen.getByRole('button', { name: 'View and filters' });
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Keys and help' }).click();
  await expect.element(screen.getByText(/^Each file starts with the remote version/)).toBeVisible();
  await screen.getByRole('button', { name: 'Close' }).click();
  await menu.click();
  await screen.getByRole('menuitemcheckbox', { name: 'Start with Merge by side' }).click();
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Keys and help' }).click();
  await expect.element(screen.getByText(/^Each file starts with the side that changed it/)).toBeVisible();
});

it('filters by chips; a type chosen in the menu is one of them until it is turned off', async () => {
  await page.viewport(1280, 800);
  const screen = await draw(<Toolbar />);
  const all = screen.getByRole('button', { name: 'All 4' });
  await expect.element(all).toHaveAttribute('aria-pressed', 'true');
  await screen.getByRole('button', { name: 'Only git 3' }).click();
  await expect.element(all).toHaveAttribute('aria-pressed', 'false');
  await screen.getByRole('button', { name: 'View and filters' }).click();
  await screen.getByRole('menuitemcheckbox', { name: 'New 2' }).click();
  await screen.getByRole('button', { name: 'New 2' }).click();
  await expect.element(screen.getByRole('button', { name: 'New 2' })).not.toBeInTheDocument();
  await all.click();
  await expect
    .element(screen.getByRole('button', { name: 'Only git 3' }))
    .toHaveAttribute('aria-pressed', 'false');
});
