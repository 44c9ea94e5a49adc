import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const MIDDLE = 30;

/** Things that take the focus, for more than one screen. */
export const ManyButtons = () =>
  Array.from({ length: 2 * MIDDLE }, (_, index) => (
    <button key={index} type="button" className="block h-8">
      Button {index}
    </button>
  ));

const button = (index: number) => page.getByRole('button', { name: `Button ${index}` });

/** By Tab the focus goes from the button at the edge of a bar to the one that the bar covers, and that comes out. */
export async function expectClearOf(bar: Element, edge: 'top' | 'bottom'): Promise<void> {
  const distanceOf = (index: number) => {
    const { top, bottom } = button(index).element().getBoundingClientRect();
    const covered = bar.getBoundingClientRect();
    return edge === 'top' ? top - covered.bottom : covered.top - bottom;
  };
  const padding = edge === 'top' ? 'scrollPaddingTop' : 'scrollPaddingBottom';
  const readPadding = () => Number.parseFloat(getComputedStyle(document.documentElement)[padding]);
  await expect.poll(readPadding).toBeGreaterThan(bar.getBoundingClientRect().height);
  (button(MIDDLE).element() as HTMLElement).focus({ preventScroll: true });
  window.scrollBy(0, edge === 'top' ? distanceOf(MIDDLE) : -distanceOf(MIDDLE));
  const next = edge === 'top' ? MIDDLE - 1 : MIDDLE + 1;
  await userEvent.tab({ shift: edge === 'top' });
  await expect.element(button(next)).toHaveFocus();
  await expect.poll(() => distanceOf(next)).toBeGreaterThan(0);

  // What is in the bar itself is in sight: the page stays where it is.
  const inBar = [...bar.querySelectorAll<HTMLElement>('a[href], button:not([disabled])')].filter((each) =>
    each.checkVisibility(),
  );
  inBar[0]?.focus({ preventScroll: true });
  const { scrollY } = window;
  await userEvent.tab();
  expect(bar.contains(document.activeElement) && document.activeElement !== inBar[0]).toBe(true);
  expect(window.scrollY).toBe(scrollY);
}
