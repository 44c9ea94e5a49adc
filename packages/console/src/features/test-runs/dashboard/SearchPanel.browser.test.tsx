import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { SearchPanel } from './SearchPanel.tsx';

it('says that days are in reverse, and asks the platform nothing', async () => {
  const screen = await draw(<SearchPanel id="search" />);
  await screen.getByLabelText(/^From Date/).fill('2026-11-22');
  await screen.getByLabelText(/^To Date/).fill('2026-11-21');
  await screen.getByRole('button', { name: 'Search' }).click();
  await expect
    .element(screen.getByLabelText(/^To Date/))
    .toHaveAccessibleDescription('To Date is before From Date.');
  await expect.element(screen.getByLabelText(/^From Date/)).toBeValid();
  await expect.element(screen.getByText('Test Runs Found')).not.toBeInTheDocument();
});
