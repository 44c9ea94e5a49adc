/** A path of this host with its search; parameters of `undefined` are left out. */
export function withSearch(path: string, search: Record<string, string | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Pages of the console that mails, articles and responses of the server link to. */
export const consolePaths = {
  confirm: (token: string) => withSearch('/console/confirm', { token }),
  login: (search: { next?: string; token?: string; domain?: string } = {}) =>
    withSearch('/console/login', search),
  providerReturn: () => '/console/login/provider',
  sendReset: () => '/console/reset/send',
  reset: (token: string) => withSearch('/console/reset', { token }),
  reportSignIn: (token: string) => withSearch('/console/sign-in-report', { token }),
  mailbox: () => '/console/dev/mailbox',
  article: (id: string) => withSearch('/console/doc/v1/article-view', { id }),
  payment: () => '/console/payment',
  usage: (search: { tab?: 'services' | 'limits' } = {}) => withSearch('/console/usage', search),
  invoiceDetails: (id: string) => withSearch('/console/payment/details', { id }),
  runTests: (search: { runId?: string; test?: string } = {}) => withSearch('/console/run-tests', search),
  testRunnerDashboard: (
    search: {
      runId?: string;
      test?: string;
      /** The search for other runs beside it, and its days. */
      filter?: 'open' | undefined;
      from?: string | undefined;
      to?: string | undefined;
      /** Shown in place of a run. */
      view?: 'history' | 'timetable' | undefined;
    } = {},
  ) => withSearch('/console/test-runner-dashboard', search),
  connections: () => '/console/changes/connections',
  notifications: (search: { of?: 'me' } = {}) => withSearch('/console/notifications', search),
  dashboard: (search: { openImport?: string } = {}) => withSearch('/console/', search),
  service: (
    id: string,
    search: {
      function?: string;
      file?: string;
      line?: string;
      tab?: string;
      changes?: string;
      /** Id of a logged call to open. */
      call?: string;
      return?: string;
      create?: 'function';
    } = {},
  ) => withSearch(`/console/services/${encodeURIComponent(id)}`, search),
};

/** A pull to review. */
export const reviewPullPath = (uuid: string) => withSearch('/console/git-pull', { uuid, step: 'diff' });
