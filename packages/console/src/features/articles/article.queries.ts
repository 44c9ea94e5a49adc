import { TERMS_CODE } from '@atrium/contract/articles/article';
import {
  getArticle,
  getArticleByCode,
  getArticleByType,
  listArticles,
  resumeArticles,
} from '@atrium/contract/articles/articles';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { endpointQuery } from '../../api/endpoint-query.ts';

/** Articles change with releases only. */
const settled = { staleTime: 10 * 60_000 };

export function articleQuery(id: string) {
  return queryOptions({ ...endpointQuery(getArticle, { params: { id } }), ...settled });
}

export function landingArticleQuery() {
  return queryOptions({ ...endpointQuery(getArticleByType, { params: { type: 'HOME_PAGE' } }), ...settled });
}

export function termsQuery() {
  return queryOptions({ ...endpointQuery(getArticleByCode, { params: { code: TERMS_CODE } }), ...settled });
}

/** Getting Started cards: the list of how-to articles, then their summaries. */
export function gettingStartedQuery() {
  return queryOptions({
    queryKey: endpointKey(resumeArticles),
    queryFn: async ({ signal }) => {
      const minimal = await call(listArticles, { params: { type: 'HOW_TO' } }, { signal });
      const ids = minimal.map(({ id }) => id);
      return ids.length === 0 ? [] : call(resumeArticles, { body: { ids } }, { signal });
    },
    ...settled,
  });
}
