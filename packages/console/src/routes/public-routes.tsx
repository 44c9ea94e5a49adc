import type { AnyRoute } from '@tanstack/react-router';
import { pageRoute } from '../layout/page-route.tsx';
import { requiredText, type Search } from '../layout/search-text.ts';

const loadTerms = async () => (await import('../features/articles/TermsPage.tsx')).TermsPage;

export function publicRoutes(parent: () => AnyRoute) {
  return [
    pageRoute(parent, {
      path: '/index',
      access: null,
      load: async () => (await import('../features/articles/LandingPage.tsx')).LandingPage,
    }),
    pageRoute(parent, { path: '/index/terms', access: null, title: 'Terms and Conditions', load: loadTerms }),
    pageRoute(parent, {
      path: '/console/terms',
      access: null,
      title: 'Terms and Conditions',
      load: loadTerms,
    }),
    pageRoute(parent, {
      path: '/console/doc/v1/article-view',
      access: null,
      title: 'Article',
      search: ({ id }: Search) => ({ id: requiredText(id) }),
      load: async () => (await import('../features/articles/ArticlePage.tsx')).ArticlePage,
    }),
  ];
}
