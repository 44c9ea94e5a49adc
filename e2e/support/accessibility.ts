import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { inEveryLook, oppositeLooks, saveScreenshot } from './looks.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Looks at the page in both themes, wide and at 320 px: keeps a picture of each, and expects no sideways
 * scrolling in any, and no finding of axe light and wide, dark and narrow.
 */
export async function inspectPage(page: Page, name: string): Promise<void> {
  await inEveryLook(page, async (look) => {
    await saveScreenshot(page, `${name}-${look}`);
    if (oppositeLooks.includes(look)) await expectNoFindings(page, `${name}, ${look}`);
    await expectNoSidewaysScrolling(page, `${name}, ${look}`);
  });
}

/** No finding of axe as the page stands now. */
export async function expectNoFindings(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // Only what is wrong is told in full, and no second page is opened for frames of other origins: there are none.
    .options({ resultTypes: ['violations'] })
    .withTags(rules)
    .setLegacyMode(true)
    .analyze();
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      (node) =>
        `${id}: ${help}: ${node.target.join(' ')}\n    ${node.failureSummary?.replaceAll('\n', ' ') ?? ''}`,
    ),
  );
  expect(findings, `axe on ${name}`).toEqual([]);
}

/** Content reflows (WCAG 1.4.10): axe does not see that the page must be scrolled in two directions. */
export async function expectNoSidewaysScrolling(page: Page, name: string): Promise<void> {
  const overflowing = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .slice(0, 5)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 60)}`);
  });
  expect(overflowing, `parts of ${name} that reach out of the page`).toEqual([]);
}
