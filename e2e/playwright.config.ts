import { defineConfig } from '@playwright/test';
import { findChromium } from '../tools/chromium.mjs';

const output = '../test-output';
const isWholeSuite = process.env['CI'] !== undefined;

/** They come first, so that at the end every worker has something to do; those before them are still longer. */
const early = [
  '**/{accounts/second-factors,services/functions,articles/article-steps,work/work}.e2e.ts',
  '**/test-runs/{history,verdict,run-tests}.e2e.ts',
];
const long = [
  '**/configuration/*.e2e.ts',
  '**/test-runs/{killed,looks}.e2e.ts',
  '**/services/foreign-service.e2e.ts',
  '**/billing/invoices.e2e.ts',
  '**/shell/every-page.e2e.ts',
  '**/main-job.e2e.ts',
];
const executablePath = findChromium();

export default defineConfig({
  testDir: './specs',
  projects: [
    // With reduced motion: spinners and fading dialogs are painted sixty times a second, here without a graphics card.
    // The short tests see every motion.
    { name: 'long', testMatch: long, use: { contextOptions: { reducedMotion: 'reduce' } } },
    { name: 'early', testMatch: early, use: { contextOptions: { reducedMotion: 'reduce' } } },
    { name: 'short', testMatch: '**/*.e2e.ts', testIgnore: [...long, ...early] },
  ],
  outputDir: `${output}/e2e`,
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  // For the two cores that the suite is promised to run on: while one waits, two others work.
  workers: 3,
  forbidOnly: isWholeSuite,
  // A test that passes only now and then is a fault to be found, not to be repeated.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: `${output}/e2e.json` }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'UTC',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    // Traces take a fifth of the suite's time: they are for the few tests that someone looks into by hand.
    trace: isWholeSuite ? 'off' : 'retain-on-failure',
    launchOptions: executablePath === undefined ? {} : { executablePath },
  },
});
