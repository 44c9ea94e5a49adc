import type { BrowserContext, Page } from '@playwright/test';

/** Keeps what went wrong in the browser without the user seeing it. */
export interface Guard {
  /** Accepts faults that match this pattern as part of the test. */
  expectFault(pattern: RegExp): void;
  faults(): string[];
  /** Also collects faults of another browser context of the test. */
  watch(context: BrowserContext): void;
}

// Chromium reports every answer from 400 on as an error of the console; refusals are ordinary answers here.
const refusal = /Failed to load resource: the server responded with a status of 4\d\d/;

/** Watches all pages of a context for errors on the console, uncaught ones and violations of the content policy. */
export function watchForFaults(context: BrowserContext): Guard {
  const seen: string[] = [];
  const expected: RegExp[] = [refusal];
  const watchPage = (page: Page) => {
    page.on('pageerror', (error) => seen.push(`uncaught: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      const isPolicy = /content security policy/i.test(message.text());
      if (message.type() === 'error' || isPolicy) {
        seen.push(`console: ${message.text()} (${message.location().url}, page ${page.url()})`);
      }
    });
    page.on('crash', () => seen.push('the page crashed'));
  };
  const watch = (other: BrowserContext) => {
    for (const page of other.pages()) watchPage(page);
    other.on('page', watchPage);
  };
  watch(context);
  return {
    expectFault: (pattern) => expected.push(pattern),
    faults: () => seen.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
    watch,
  };
}
