import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { findChromium } from '../../tools/chromium.mjs';

const executablePath = findChromium();

/** Component tests: parts of the console in a real browser, with its styles and real keyboard input. */
export default defineProject({
  plugins: [react(), tailwindcss()],
  // Pre-bundle all dependencies of the tests before the first one starts: a dependency found later reloads the page in
  // the middle of a test.
  optimizeDeps: { entries: ['src/**/*.browser.test.tsx', 'test/*'], force: true },
  test: {
    name: 'browser',
    include: ['src/**/*.browser.test.tsx'],
    setupFiles: ['test/setup.ts'],
    // After the others, with the whole machine for the browser.
    sequence: { groupOrder: 1 },
    // A configuration in a file of its own does not take over the root's, and would get one page on two cores.
    maxWorkers: 2,
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: executablePath === undefined ? {} : { executablePath },
        contextOptions: { locale: 'en-US', timezoneId: 'UTC', colorScheme: 'light', reducedMotion: 'reduce' },
        actionTimeout: 15_000,
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
});
