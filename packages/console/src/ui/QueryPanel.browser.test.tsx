import { listAddresses } from '@atrium/contract/billing/address';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../test/accessibility.ts';
import { draw } from '../../test/draw.tsx';
import { answer, refusal } from '../../test/platform.ts';
import { endpointQuery } from '../api/endpoint-query.ts';
import { QueryPanel } from './QueryPanel.tsx';

function Addresses() {
  const query = useQuery(endpointQuery(listAddresses, {}));
  return <QueryPanel query={query}>{(addresses) => <p>{addresses.length} addresses</p>}</QueryPanel>;
}

it('shows a failure in the place of its content, until it is tried again with success', async () => {
  answer(listAddresses, () => refusal(500, 'The list is broken.'));
  const screen = await draw(<Addresses />);
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText('The list is broken.')).toBeVisible();
  await expectNoFindings();

  const more = alert.getByRole('button', { name: 'See more' });
  await more.click();
  await expect.element(alert.getByText('Request id: component-test')).toBeVisible();
  await expect
    .element(alert.getByRole('button', { name: 'See less' }))
    .toHaveAttribute('aria-expanded', 'true');

  answer(listAddresses, () => []);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('0 addresses')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

it('says that it is loading', async () => {
  const held = Promise.withResolvers<never[]>();
  answer(listAddresses, () => held.promise);
  const screen = await draw(<Addresses />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading');
  held.resolve([]);
  await expect.element(screen.getByText('0 addresses')).toBeVisible();
});
