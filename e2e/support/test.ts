import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Api, makeAddress } from './api.ts';
import { type GitRemote, startGitRemote } from './git-remote.ts';
import { type Guard, watchForFaults } from './guard.ts';
import { lagCalls } from './lag.ts';
import { administrator, apiOf, type Person, registerPerson, signInFast } from './personas.ts';
import { waitForStillPages } from './ready.ts';

interface Fixtures {
  /** Fails the test if the browser reported a fault; a test says which faults it expects. */
  guard: Guard;
  /** A new customer with their own domain, confirmed but not signed in. */
  customer: Person;
  /** The calls of that customer. */
  customerApi: Api;
  /** That customer, with the browser signed in. */
  signedIn: Person;
  /** The platform's administrator, with the browser signed in. */
  signedInAdmin: Person;
  /** A page in another person's browser, whose faults count as well; their address is a new one unless it is given. */
  openBrowser: (address?: string) => Promise<Page>;
}

interface WorkerFixtures {
  productUrl: string;
  /** A git server over HTTP with basic authentication. */
  git: GitRemote;
}

/** Up to how many ms a page's calls are held back; usually not at all. */
const LAG_MS = Number(process.env['ATRIUM_E2E_LAG_MS'] ?? 0);

export const test = base.extend<Fixtures, WorkerFixtures>({
  productUrl: [
    async ({}, use) => {
      const url = process.env['ATRIUM_E2E_URL'];
      if (url === undefined) throw new Error('no product is running: global-setup.ts has not run');
      await use(url);
    },
    { scope: 'worker' },
  ],
  git: [
    async ({}, use) => {
      const remote = await startGitRemote();
      await use(remote);
      await remote.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ productUrl }, use) => use(productUrl),
  extraHTTPHeaders: async ({ baseURL: _ }, use) => use({ 'x-forwarded-for': makeAddress() }),
  context: async ({ context }, use) => {
    if (LAG_MS > 0) await lagCalls(context, LAG_MS);
    await use(context);
  },
  page: async ({ page }, use) => {
    waitForStillPages(page);
    await use(page);
  },
  guard: [
    async ({ context }, use) => {
      const guard = watchForFaults(context);
      await use(guard);
      expect(guard.faults(), 'faults reported by the browser').toEqual([]);
    },
    { auto: true },
  ],
  openBrowser: async ({ browser, productUrl, guard }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (address = makeAddress()) => {
      const extraHTTPHeaders = { 'x-forwarded-for': address };
      const context = await browser.newContext({ baseURL: productUrl, extraHTTPHeaders });
      contexts.push(context);
      if (LAG_MS > 0) await lagCalls(context, LAG_MS);
      guard.watch(context);
      const page = await context.newPage();
      waitForStillPages(page);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  customer: async ({ productUrl }, use) => use(await registerPerson(productUrl)),
  customerApi: async ({ productUrl, customer }, use) => use(await apiOf(productUrl, customer)),
  signedIn: async ({ page, customer }, use) => {
    await signInFast(page, customer);
    await use(customer);
  },
  signedInAdmin: async ({ page }, use) => {
    const admin = administrator();
    await signInFast(page, admin);
    await use(admin);
  },
});

export { expect };
