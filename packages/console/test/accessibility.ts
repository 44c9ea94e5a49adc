import axe from 'axe-core';
import { expect } from 'vitest';

const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
};

/** Around menus: who comes to one by Tab is passed on at once, so that no one stands on it (`Menu.browser.test.tsx`). */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';

/** No finding of axe, in light and in dark. */
export async function expectNoFindings(): Promise<void> {
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    const { violations } = await axe.run({ exclude: [FOCUS_GUARDS] }, options);
    const findings = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${help}: ${html}\n    ${failureSummary}`),
    );
    expect(findings, `axe in ${theme}`).toEqual([]);
  }
  delete document.documentElement.dataset['theme'];
}
