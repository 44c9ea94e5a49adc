import { pageRoute } from '../layout/page-route.tsx';
import { optionalText, type Search } from '../lib/search-params.ts';

const token = (search: Search) => ({ token: optionalText(search.token) });
const email = (search: Search) => ({ email: optionalText(search.email) });

export const accountRoutes = [
  pageRoute({
    path: '/console/register',
    access: 'PUBLIC',
    title: 'Register',
    load: async () => (await import('../features/accounts/RegisterPage.tsx')).RegisterPage,
  }),
  pageRoute({
    path: '/console/register/success',
    access: 'PUBLIC',
    title: 'Check your inbox',
    search: email,
    load: async () => (await import('../features/accounts/RegisterSuccessPage.tsx')).RegisterSuccessPage,
  }),
  pageRoute({
    path: '/console/confirm',
    access: 'PUBLIC',
    title: 'E-mail verification',
    search: token,
    load: async () => (await import('../features/accounts/ConfirmPage.tsx')).ConfirmPage,
    // A signed-in user confirms a new address, so the link must work for them as well.
    beforeRedirect: async (search) =>
      (await import('../features/accounts/confirm-signed-in.ts')).confirmSignedIn(search.token),
  }),
  pageRoute({
    path: '/console/login',
    access: 'PUBLIC',
    title: 'Sign in',
    // The guard reads `next` and redirects signed-in users.
    search: (search: Search) => ({ ...token(search), domain: optionalText(search.domain) }),
    hasNoQueries: true,
    load: async () => (await import('../features/accounts/LoginPage.tsx')).LoginPage,
  }),
  pageRoute({
    // Open to signed-in users, who may confirm their identity or sign in as another user.
    path: '/console/login/provider',
    access: null,
    title: 'Sign in',
    hasNoQueries: true,
    load: async () =>
      (await import('../features/accounts/identity-provider/ProviderReturnPage.tsx')).ProviderReturnPage,
  }),
  pageRoute({
    path: '/console/login/sso',
    access: 'PUBLIC',
    title: 'Sign in',
    search: token,
    load: async () => (await import('../features/accounts/SingleSignOnPage.tsx')).SingleSignOnPage,
  }),
  pageRoute({
    path: '/console/reset/send',
    access: 'PUBLIC',
    title: 'Forgot password',
    load: async () => (await import('../features/accounts/SendResetPage.tsx')).SendResetPage,
  }),
  pageRoute({
    path: '/console/reset/prompt',
    access: 'PUBLIC',
    title: 'Check your email',
    search: email,
    load: async () => (await import('../features/accounts/ResetPromptPage.tsx')).ResetPromptPage,
  }),
  pageRoute({
    path: '/console/reset',
    access: 'PUBLIC',
    title: 'Choose a new password',
    search: token,
    load: async () => (await import('../features/accounts/ResetPage.tsx')).ResetPage,
  }),
  pageRoute({
    path: '/console/reset/success',
    access: 'PUBLIC',
    title: 'Password was reset',
    load: async () => (await import('../features/accounts/ResetSuccessPage.tsx')).ResetSuccessPage,
  }),
  pageRoute({
    path: '/console/sign-in-report',
    // Open to signed-in users as well: the link is about another sign-in.
    access: null,
    title: 'Report a sign-in',
    search: token,
    load: async () => (await import('../features/accounts/ReportSignInPage.tsx')).ReportSignInPage,
  }),
  pageRoute({
    path: '/console/profile',
    access: 'AUTHENTICATED',
    title: 'Profile',
    load: async () => (await import('../features/accounts/ProfilePage.tsx')).ProfilePage,
  }),
  pageRoute({
    path: '/console/keys',
    access: 'AUTHENTICATED',
    title: 'API keys',
    search: ({ code, create }: Search) => ({ code, create }),
    load: async () => (await import('../features/access-keys/own/OwnKeysPage.tsx')).OwnKeysPage,
  }),
  pageRoute({
    path: '/console/people',
    tabsOf: 'people',
    access: 'AUTHENTICATED',
    permission: 'people.read',
    title: 'People',
    titleOf: ({ tab }) => (tab === 'roles' ? 'Roles' : tab === 'keys' ? 'API keys of the domain' : undefined),
    load: async () => (await import('../features/accounts/PeoplePage.tsx')).PeoplePage,
  }),
  pageRoute({
    path: '/console/notifications',
    tabsOf: 'people',
    access: 'AUTHENTICATED',
    title: 'Notifications',
    isWide: true,
    load: async () => (await import('../features/notifications/NotificationsPage.tsx')).NotificationsPage,
  }),
  pageRoute({
    path: '/console/identity-providers',
    tabsOf: 'platform',
    access: 'ADMIN_ONLY',
    title: 'Identity providers',
    load: async () =>
      (await import('../features/accounts/identity-provider/PlatformProvidersPage.tsx'))
        .PlatformProvidersPage,
  }),
  pageRoute({
    path: '/console/unauthorized',
    access: null,
    title: 'Unauthorized',
    load: async () => (await import('../layout/UnauthorizedPage.tsx')).UnauthorizedPage,
  }),
];
