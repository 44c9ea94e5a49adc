/** Every link of the console is built here. Search parameters of `undefined` are left out. */
function withSearch(path: string, search: Record<string, string | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  return query === '' ? path : `${path}?${query}`;
}

export const paths = {
  landing: () => '/index',
  publicTerms: () => '/index/terms',
  publicPrices: () => '/index/prices',

  dashboard: (search: { openImport?: string } = {}) => withSearch('/console/', search),
  usage: () => '/console/usage',
  payment: () => '/console/payment',
  invoices: () => '/console/payment/history',
  invoiceDetails: (id: string) => withSearch('/console/payment/details', { id }),
  prices: () => '/console/prices',
  pricing: () => '/console/pricing',
  bonus: () => '/console/bonus',
  accessKeys: () => '/console/access-key',

  register: () => '/console/register',
  registered: (email: string) => withSearch('/console/register/success', { email }),
  confirm: (token: string) => withSearch('/console/confirm', { token }),
  login: (search: { next?: string; token?: string } = {}) => withSearch('/console/login', search),
  singleSignOn: (token: string) => withSearch('/console/login/sso', { token }),
  sendReset: () => '/console/reset/send',
  resetPrompt: (email: string) => withSearch('/console/reset/prompt', { email }),
  reset: (token: string) => withSearch('/console/reset', { token }),
  resetSuccess: () => '/console/reset/success',
  profile: () => '/console/profile',

  terms: () => '/console/terms',
  unauthorized: () => '/console/unauthorized',
  article: (id: string) => withSearch('/console/doc/v1/article-view', { id }),
  api: () => '/console/api',

  gitPull: (search: { uuid?: string; step?: string } = {}) => withSearch('/console/git-pull', search),
  runTests: (search: { runId?: string } = {}) => withSearch('/console/run-tests', search),
  testRunnerDashboard: (search: { runId?: string; test?: string } = {}) =>
    withSearch('/console/test-runner-dashboard', search),

  kit: () => '/console/dev/kit',
  mailbox: () => '/console/dev/mailbox',
};
