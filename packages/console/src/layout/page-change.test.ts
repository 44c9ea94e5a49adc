import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import { usePageChange } from './page-change.ts';

function Frame() {
  usePageChange(false);
  return createElement('main', null, 'Drawn ahead');
}

test('the frame is drawn ahead, where no page has a title of its own', async () => {
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: createRootRoute({ component: Frame }), history });
  await router.load();
  const errors: unknown[] = [];
  const { prelude } = await prerender(createElement(RouterProvider, { router: router as never }), {
    onError: (error) => void errors.push(error),
  });
  expect(errors).toEqual([]);
  expect(await new Response(prelude).text()).toContain('<main>Drawn ahead</main>');
});
