import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useNavigate,
  useSearch,
} from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PageHeader } from '../ui/PageHeader.tsx';
import { usePageChange } from './page-change.ts';

function Steps() {
  const { step = 'Pull' }: { step?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const goTo = (search: object) => void navigate({ to: '/', search });
  return (
    <>
      <PageHeader title={step} />
      <button type="button" key={step} onClick={() => goTo({ step: 'Manifest' })}>
        Next
      </button>
      <button type="button" onClick={() => goTo({ step, filter: 'a' })}>
        Narrow
      </button>
    </>
  );
}

function Frame() {
  usePageChange(false);
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  );
}

it('another step at the same path has the focus and its title, a filter takes neither', async () => {
  const root = createRootRoute({ component: Frame });
  const titleOf = ({ step }: { step?: unknown }) => (step === undefined ? undefined : String(step));
  const steps = createRoute({
    getParentRoute: () => root,
    path: '/',
    staticData: { title: 'Steps', titleOf },
    component: Steps,
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root.addChildren([steps]), history });
  await render(<RouterProvider router={router as never} />);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => document.title).toBe('Steps · Atrium');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(heading).toHaveTextContent('Manifest');
  await expect.element(heading).toHaveFocus();
  expect(document.title).toBe('Manifest · Atrium');
  const narrow = page.getByRole('button', { name: 'Narrow' });
  await narrow.click();
  await expect.poll(() => history.location.search).toContain('filter');
  await expect.element(narrow).toHaveFocus();
});
