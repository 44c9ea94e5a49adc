import { type ComponentType, Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../test/draw.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { usePagesAhead } from './use-pages-ahead.ts';

function Ahead() {
  usePagesAhead();
  return <p>It listens.</p>;
}

/** Renders a page with a link; the listener is added on request, like the program's late start. */
async function drawPage() {
  const { promise, resolve } = Promise.withResolvers<ComponentType>();
  const Listener = lazyPart(() => promise);
  const screen = await draw(
    <>
      <a href="/there">There</a>
      <Suspense fallback={null}>
        <Listener />
      </Suspense>
    </>,
  );
  const preload = vi.fn<() => Promise<void>>(async () => undefined);
  screen.router.routeTree.options.staticData = { preload };
  const link = screen.getByRole('link', { name: 'There' });
  const listen = async () => {
    resolve(Ahead);
    await expect.element(screen.getByText('It listens.')).toBeVisible();
  };
  return { link, preload, listen };
}

it.each(['pointer', 'keyboard'])('fetches what the %s is on, also when it was there first', async (by) => {
  const { link, preload, listen } = await drawPage();
  await (by === 'pointer' ? link.hover() : userEvent.tab());
  expect(preload).not.toHaveBeenCalled();
  await listen();
  await expect.poll(() => preload).toHaveBeenCalled();
});

it('fetches what is pointed at from then on, and nothing before', async () => {
  const { link, preload, listen } = await drawPage();
  await userEvent.unhover(link);
  await listen();
  expect(preload).not.toHaveBeenCalled();
  await link.hover();
  await expect.poll(() => preload).toHaveBeenCalled();
});
