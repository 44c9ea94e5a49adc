import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { inLooks, saveScreenshot } from './looks.ts';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Three times as fast: only violations are reported in full, with their source instead of a selector.
  resultTypes: ['violations'],
  selectors: false,
};

/**
 * Inspects the page dark at 320 px and light and wide: saves a screenshot of each, and expects no sideways scrolling
 * and no findings of axe.
 */
export async function inspectPage(page: Page, name: string): Promise<void> {
  await inLooks(page, async (look) => {
    // Elements that the bar at the top happens to cover are not the target of a user.
    await page.evaluate(() => window.scrollTo(0, 0));
    await saveScreenshot(page, `${name}-${look}`);
    await expectNoFindings(page, `${name}, ${look}`);
    await expectNoSidewaysScrolling(page, `${name}, ${look}`);
  });
}

/** Expects no findings of axe for the current state of the page. */
export async function expectNoFindings(page: Page, name: string): Promise<void> {
  for (const frame of page.frames()) await bringAxe(frame);
  const findings = await page.evaluate(async (chosen) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, chosen);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}: ${html}\n    ${failureSummary}`),
    );
  }, options);
  expect(findings, `axe on ${name}`).toEqual([]);
}

/** Only into a document that does not have it yet; it is large. A frame that is removed meanwhile needs none. */
async function bringAxe(frame: Frame): Promise<void> {
  try {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource);
  } catch (error) {
    if (!frame.isDetached()) throw error;
  }
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
