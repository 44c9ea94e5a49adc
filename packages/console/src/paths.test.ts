import { expect, it } from 'vitest';
import { paths } from './paths.ts';

it('builds every link of the console', () => {
  const argument: Record<string, unknown> = {
    invoiceDetails: 'i 1',
    registered: 'a+b@example.com',
    confirm: 't/1',
    singleSignOn: 'e30=',
    resetPrompt: 'a@example.com',
    reset: 't',
    reportSignIn: 't',
    article: 'how-to',
    login: { next: '/console/usage?x=1' },
    dashboard: { openImport: 'content' },
    service: 'content',
    entries: ['content', 'orders'],
    changes: 'versions',
    servicePages: 'shop',
  };
  const links = Object.entries(paths).map(([name, build]) => [
    name,
    (build as (...values: unknown[]) => string)(...[argument[name]].flat()),
  ]);
  expect(Object.fromEntries(links)).toMatchSnapshot();
});

it('leaves out what is not given', () => {
  expect([paths.login(), paths.dashboard({}), paths.runTests()]).toEqual([
    '/console/login',
    '/console/',
    '/console/run-tests',
  ]);
});
