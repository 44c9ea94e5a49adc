import { listServices } from '@atrium/contract/services/service';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { ServiceTestsSection } from './ServiceTestsSection.tsx';

function Section({ error }: { error: string | null }) {
  const group = { serviceId: 'shop', version: null, tests: [], error };
  return <ServiceTestsSection mode="select" group={group} matches={() => true} onShowAll={() => {}} />;
}

it('says that a service has no tests only where that is known', async () => {
  answer(listServices, () => ({ services: [] }));
  const empty = await draw(<Section error={null} />);
  await expect.element(empty.getByText('This service has no tests.')).toBeVisible();
  await empty.unmount();
  const away = await draw(<Section error="shop is away." />);
  await expect.element(away.getByText('Some tests of shop could not be loaded.')).toBeVisible();
  await expect.element(away.getByText('This service has no tests.')).not.toBeInTheDocument();
});
