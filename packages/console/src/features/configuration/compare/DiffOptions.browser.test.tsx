import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { usePullSession } from '../decisions/pull-session.ts';
import { DiffOptions } from './DiffOptions.tsx';
import { useDiffPreferences } from './diff-preferences.ts';
import { useShownFiles } from './use-shown-files.ts';

function Options() {
  const { session, dispatch } = usePullSession('11111111-1111-4111-8111-111111111111');
  const { preferences, change } = useDiffPreferences();
  return (
    <DiffOptions
      shown={useShownFiles([])}
      session={session}
      dispatch={dispatch}
      preferences={preferences}
      onPreferences={change}
    />
  );
}

it('folds on a phone, and says how many are on', async () => {
  await page.viewport(360, 640);
  const screen = await draw(<Options />);
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'View options' }).click();
  await screen.getByRole('checkbox', { name: 'Show unchanged files' }).click();
  const button = screen.getByRole('button', { name: 'View options (1 on)' });
  await button.click();
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
});

it('is in sight where there is room', async () => {
  await page.viewport(1280, 800);
  const screen = await draw(<Options />);
  await expect.element(screen.getByRole('checkbox', { name: 'Hide changes in metadata' })).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});
