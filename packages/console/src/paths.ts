import { consolePaths, withSearch } from '@atrium/contract/console-paths';

/** Builds every link of the console. */
export const paths = {
  ...consolePaths,

  landing: () => '/index',
  publicTerms: () => '/index/terms',
  publicPrices: () => '/index/prices',

  invoices: () => '/console/payment/history',
  prices: () => '/console/prices',
  pricing: () => '/console/pricing',
  bonus: () => '/console/bonus',
  accessKeys: () => '/console/access-key',
  activity: () => '/console/activity',
  audit: (search: { whom?: string } = {}) => withSearch('/console/audit', search),
  platform: () => '/console/platform',
  customers: () => '/console/customers',
  customer: (id: string) => withSearch('/console/customers/details', { id }),

  register: () => '/console/register',
  registered: (email: string) => withSearch('/console/register/success', { email }),
  singleSignOn: (token: string) => withSearch('/console/login/sso', { token }),
  resetPrompt: (email: string) => withSearch('/console/reset/prompt', { email }),
  resetSuccess: () => '/console/reset/success',
  profile: () => '/console/profile',
  people: (search: { tab?: 'roles' | 'keys' } = {}) => withSearch('/console/people', search),
  /** Pages of the changes beside the pull wizard. */
  changes: (
    tab: 'connections' | 'push' | 'upload' | 'versions' | 'log',
    search: { service?: string; connection?: string; grant?: string } = {},
  ) => withSearch(`/console/changes/${tab}`, search),
  identityProviders: () => '/console/identity-providers',

  terms: () => '/console/terms',
  unauthorized: () => '/console/unauthorized',
  api: () => '/console/api',

  gitPull: (search: { uuid?: string; step?: string; draft?: string; runId?: string; by?: 'side' } = {}) =>
    withSearch('/console/git-pull', search),

  entries: (id: string, collection: string) =>
    `/console/services/${encodeURIComponent(id)}/entries/${encodeURIComponent(collection)}`,

  servicePages: (id: string) => `/console/services/${encodeURIComponent(id)}/pages`,

  kit: () => '/console/dev/kit',
};
