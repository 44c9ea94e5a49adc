import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { usePullSession } from '../decisions/pull-session.ts';
import { DiffToolbar } from './DiffToolbar.tsx';
import { useDiffPreferences } from './diff-preferences.ts';
import { useShownFiles } from './use-shown-files.ts';

function Toolbar() {
  const { session, dispatch } = usePullSession('11111111-1111-4111-8111-111111111111');
  const { preferences, change } = useDiffPreferences();
  return (
    <DiffToolbar
      shown={useShownFiles([])}
      session={session}
      dispatch={dispatch}
      preferences={preferences}
      onPreferences={change}
      chipCounts={new Map()}
    />
  );
}

it('says by which rule the files start', async () => {
  await page.viewport(1280, 800);
  const screen = await draw(<Toolbar />);
  await expect.element(screen.getByText(/^Each file starts with the remote version/)).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Start with Merge by side' }).click();
  await expect.element(screen.getByText(/^Each file starts with the side that changed it/)).toBeVisible();
  await expect.element(screen.getByText(/the remote version/)).not.toBeInTheDocument();
});
