import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { listServices } from '@atrium/contract/services/service';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { answer, refusal } from '../../../test/platform.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { ServicePage } from './ServicePage.tsx';

const none = { fe: null, be: null };
const service = (id: string, name: string) => ({
  id,
  name,
  uri: `/services/${id}`,
  group: 'x',
  health: none,
  info: none,
});

it('an input that was typed for a function is not the input of another service’s function of that name', async () => {
  answer(listServices, () => ({ services: [service('shop', 'Shop'), service('docs', 'Docs')] }));
  for (const id of ['shop', 'docs'])
    answer({ ...exportSourceFile, path: `/services/${id}${exportSourceFile.path}` } as const, () =>
      refusal(500, 'Sorry.'),
    );
  const root = createRootRoute({ component: Outlet });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/$serviceId',
    component: () => <ServicePage name="greet" />,
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/shop'] }),
  });
  await router.load();
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const input = screen.getByRole('textbox', { name: /Input/ });
  await input.fill('{"of": "shop"}');
  await router.navigate({ to: '/docs' });
  const back = screen.getByRole('link', { name: 'All functions' });
  await expect.element(back).toHaveAttribute('href', expect.stringContaining('/docs'));
  await expect.element(input).toHaveValue('{}');
});
