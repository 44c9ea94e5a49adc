import type { BrowserContext } from '@playwright/test';

/** Live events stay: what arrives on them is not asked for. */
const CALLS = /\/(auth|console|doc|services)\/v1\/(?!events)|\/services\/[^/]+\/(?!ui\/)/;

/**
 * Holds each call of a page back for a while that differs, so that answers come in every order. Whoever clicks faster
 * than what is shown is known finds out what that does.
 *
 * @param upToMs the longest hold, in ms
 */
export async function lagCalls(context: BrowserContext, upToMs: number): Promise<void> {
  await context.route(CALLS, async (route) => {
    if (['fetch', 'xhr'].includes(route.request().resourceType())) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * upToMs));
    }
    await route.fallback().catch(() => undefined);
  });
}
