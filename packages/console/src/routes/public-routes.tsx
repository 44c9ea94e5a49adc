import { pageRoute } from '../layout/page-route.tsx';
import { requiredText, type Search } from '../lib/search-params.ts';

const loadTerms = async () => (await import('../features/articles/TermsPage.tsx')).TermsPage;

export const publicRoutes = [
  pageRoute({
    path: '/index',
    access: null,
    load: async () => (await import('../features/articles/LandingPage.tsx')).LandingPage,
  }),
  pageRoute({ path: '/index/terms', access: null, title: 'Terms and Conditions', load: loadTerms }),
  pageRoute({
    path: '/console/terms',
    access: null,
    title: 'Terms and Conditions',
    load: loadTerms,
  }),
  pageRoute({
    path: '/console/doc/v1/article-view',
    access: null,
    title: 'Article',
    search: ({ id }: Search) => ({ id: requiredText(id) }),
    load: async () => (await import('../features/articles/ArticlePage.tsx')).ArticlePage,
  }),
];
