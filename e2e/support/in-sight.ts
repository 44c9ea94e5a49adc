import { expect, type Page } from '@playwright/test';
import { saveScreenshot } from './looks.ts';
import { expectRowsPlaced } from './ready.ts';

/** Most phones, and the narrowest. */
const WIDTHS_PX = [390, 320];

/** The smallest target that WCAG 2.2 takes (2.5.8), unless there is as much room around it. */
const TARGET_PX = 24;

/** Looks at the page at the widths of phones, with a picture of each, and leaves it at the narrowest. */
export async function inspectPhone(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 844 });
    await expectRowsPlaced(page);
    await expectWithinReach(page, `${name} at ${width} px`);
    await expectUncovered(page, `${name} at ${width} px`);
    await saveScreenshot(page, `phone-${name}-${width}`);
  }
}

/** Touch target; the label of a checkbox. */
const TARGETS = 'button, a[href], select, input, textarea, [role="tab"], [role="radio"]';

/**
 * Nothing that a thumb needs is out of sight or too small: no table hides columns behind sideways scrolling, no bar takes
 * more than a quarter of the screen, and targets are large enough or stand apart.
 */
async function expectWithinReach(page: Page, name: string): Promise<void> {
  const problems = await page.evaluate(
    ({ targetPx, selector }) => {
      const found: string[] = [];
      const nameOf = (element: Element) =>
        (element.getAttribute('aria-label') ?? element.textContent).slice(0, 50);
      const isShown = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
      };
      const all = [...document.querySelectorAll('main *, [role="dialog"] *, [role="alertdialog"] *')].filter(
        isShown,
      );
      for (const element of all) {
        const style = getComputedStyle(element);
        const isScrolling = ['auto', 'scroll'].includes(style.overflowX);
        // Lines of code do scroll.
        const isCode = element.closest('.cm-editor, pre') !== null;
        if (isScrolling && !isCode && element.scrollWidth > element.clientWidth + 2) {
          found.push(`scrolls sideways: ${nameOf(element)}`);
        }
        const { height } = element.getBoundingClientRect();
        // The line number column stays in place while lines scroll.
        if (style.position === 'sticky' && !isCode && height > innerHeight / 4)
          found.push(`takes the screen: ${nameOf(element)}`);
      }
      // Behind a dialog nothing is to be touched.
      const top = all
        .map((element) => element.closest('[role="dialog"], [role="alertdialog"]'))
        .findLast(Boolean);
      const targets = new Set(
        all
          .filter((element) => element.matches(selector) && (top?.contains(element) ?? true))
          .map((element) => element.closest('label') ?? element),
      );
      const boxes = [...targets].map((element) => element.getBoundingClientRect());
      [...targets].forEach((element, index) => {
        const box = boxes[index] as DOMRect;
        if (box.left < 0 || box.right > innerWidth) found.push(`out of sight: ${nameOf(element)}`);
        if (getComputedStyle(element).display === 'inline' || Math.min(box.width, box.height) >= targetPx)
          return;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        const isCrowded = boxes.some((other, at) => {
          const [dx, dy] = [
            Math.max(other.left - x, 0, x - other.right),
            Math.max(other.top - y, 0, y - other.bottom),
          ];
          return at !== index && Math.hypot(dx, dy) < targetPx / 2;
        });
        if (isCrowded) found.push(`too small: ${nameOf(element)}`);
      });
      return [...new Set(found)];
    },
    { targetPx: TARGET_PX, selector: TARGETS },
  );
  expect(problems, name).toEqual([]);
}

/**
 * Asserts that touch targets can be scrolled into view and aren't covered by a sticky bar, a column or a
 * clipping edge. Elements behind a dialog are ignored. Restores all scroll positions.
 */
async function expectUncovered(page: Page, name: string): Promise<void> {
  const problems = await page.evaluate((selector) => {
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    };
    const nameOf = (element: Element) =>
      (
        element.getAttribute('aria-label') ??
        (element as HTMLInputElement).labels?.[0]?.textContent ??
        element.textContent
      ).slice(0, 50);
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].filter(isShown);
    const scope = dialogs.at(-1) ?? document.querySelector('main') ?? document.body;
    const places = [...document.querySelectorAll('*')]
      .filter(
        ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
          scrollHeight > clientHeight || scrollWidth > clientWidth,
      )
      .map((element) => ({ element, top: element.scrollTop, left: element.scrollLeft }));
    const placeOf = new Map(places.map((place) => [place.element, place]));
    const restore = () => {
      for (const { element, top, left } of places) {
        if (element.scrollTop !== top || element.scrollLeft !== left)
          element.scrollTo({ top, left, behavior: 'instant' });
      }
    };
    /** A thumb does not scroll what only programs can. */
    const isForced = (element: Element) => {
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const before = placeOf.get(around) ?? { top: 0, left: 0 };
        if (overflowX === 'hidden' && around.scrollLeft !== before.left) return true;
        if (overflowY === 'hidden' && around.scrollTop !== before.top) return true;
      }
      return false;
    };
    /** Rows that are drawn ahead begin below the head of their table, from where a thumb pulls them. */
    const isBelowItsHead = (element: Element, hit: Element) =>
      hit.closest('[role="columnheader"], th, [role="row"]:has([role="columnheader"])') !== null &&
      hit.closest('[role="table"], [role="grid"], table')?.contains(element) === true;
    const found: string[] = [];
    for (const element of scope.querySelectorAll(selector)) {
      if (!isShown(element) || getComputedStyle(element).pointerEvents === 'none') continue;
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      // A link in a sentence may be broken into lines.
      const { left, top, width, height } = element.getClientRects()[0] as DOMRect;
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isHit =
        hit !== null &&
        (element.contains(hit) || hit.closest('label')?.control === element || isBelowItsHead(element, hit));
      const isOutOfReach = hit === null || isForced(element);
      restore();
      // The card provider's dialog is a part of the page with a tree of its own.
      if (hit?.shadowRoot?.querySelector('[role="dialog"], dialog')) continue;
      if (isOutOfReach) found.push(`cannot be scrolled to: ${nameOf(element)}`);
      else if (!isHit) found.push(`is covered: ${nameOf(element)}, by ${hit.outerHTML.slice(0, 120)}`);
    }
    return [...new Set(found)];
  }, TARGETS);
  expect(problems, name).toEqual([]);
}
