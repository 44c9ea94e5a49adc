import { TERMS_CODE } from '@atrium/contract/articles/article';
import {
  getArticle,
  getArticleByCode,
  getArticleByType,
  listArticles,
  listArticleTexts,
} from '@atrium/contract/articles/articles';
import { queryOptions } from '@tanstack/react-query';
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

/** Words of all articles, for the search. */
export function articleTextsQuery() {
  return queryOptions({ ...endpointQuery(listArticleTexts, {}), ...settled });
}

/** Getting Started cards. */
export function gettingStartedQuery() {
  return queryOptions({ ...endpointQuery(listArticles, { params: { type: 'HOW_TO' } }), ...settled });
}
