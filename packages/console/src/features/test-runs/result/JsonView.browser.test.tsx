import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { JsonView } from './JsonView.tsx';

const orders = Array.from({ length: 2000 }, (_, index) => ({ id: index }));

it('unfolds and shows the hits of a search, from the first on', async () => {
  const screen = await draw(<JsonView value={{ orders, last: [{ id: 'tea 1' }, { id: 'tea 2' }] }} />);
  await screen.getByRole('button', { name: 'Collapse', exact: true }).click();
  await screen.getByLabelText('Search in the result').fill('tea');
  await expect.element(screen.getByText('1 of 2')).toBeVisible();
  await expect.element(screen.getByText('"tea 1"')).toBeInViewport();
  await screen.getByLabelText('Search in the result').fill('/: 19\\d\\d$/');
  await expect.element(screen.getByText('1 of 100')).toBeVisible();
  await expect.element(screen.getByText('1900', { exact: true })).toBeInViewport();
  await screen.getByRole('button', { name: 'Collapse', exact: true }).click();
  await screen.getByRole('button', { name: 'Next hit' }).click();
  await expect.element(screen.getByText('1901', { exact: true })).toBeInViewport();
});
