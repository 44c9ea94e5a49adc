import { expect, type Page } from '@playwright/test';
import { saveScreenshot } from './looks.ts';

/** Most phones, and the narrowest. */
const WIDTHS_PX = [390, 320];

/** The smallest target that WCAG 2.2 takes (2.5.8), unless there is as much room around it. */
const TARGET_PX = 24;

/** Looks at the page at the widths of phones, with a picture of each, and leaves it at the narrowest. */
export async function inspectPhone(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 844 });
    await expectWithinReach(page, `${name} at ${width} px`);
    await saveScreenshot(page, `phone-${name}-${width}`);
  }
}

/**
 * Nothing that a thumb needs is out of sight or too small: no table hides columns behind sideways scrolling, no bar takes
 * more than a quarter of the screen, and targets are large enough or stand apart.
 */
async function expectWithinReach(page: Page, name: string): Promise<void> {
  const problems = await page.evaluate((targetPx) => {
    const found: string[] = [];
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent).slice(0, 50);
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    };
    const all = [...document.querySelectorAll('main *, [role="dialog"] *')].filter(isShown);
    for (const element of all) {
      const style = getComputedStyle(element);
      const isScrolling = ['auto', 'scroll'].includes(style.overflowX);
      // Lines of code do scroll.
      const isCode = element.closest('.cm-editor, pre') !== null;
      if (isScrolling && !isCode && element.scrollWidth > element.clientWidth + 2) {
        found.push(`scrolls sideways: ${nameOf(element)}`);
      }
      const { height } = element.getBoundingClientRect();
      if (style.position === 'sticky' && height > innerHeight / 4)
        found.push(`takes the screen: ${nameOf(element)}`);
    }
    const targets = all.filter((element) =>
      element.matches('button, a[href], select, [role="tab"], [role="radio"]'),
    );
    const boxes = targets.map((element) => element.getBoundingClientRect());
    targets.forEach((element, index) => {
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
  }, TARGET_PX);
  expect(problems, name).toEqual([]);
}
