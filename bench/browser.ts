import { type Browser, chromium } from '@playwright/test';
import { findOrInstallChromium, MISSING_CHROMIUM } from '../tools/chromium.mjs';

/** Path of the system's Chromium, which is installed where that is expected. Throws with what to do without one. */
export function chromiumPath(): string {
  const path = findOrInstallChromium();
  if (path === undefined) throw new Error(MISSING_CHROMIUM);
  return path;
}

/** The system's Chromium without a window, for one benchmark. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath() });
}
