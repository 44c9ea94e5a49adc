import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Article, ArticleId, ArticleMinimal, ArticleText, ArticleType } from './article.ts';

const tag = 'articles';

export const listArticles = defineEndpoint({
  method: 'GET',
  path: '/doc/v1/public/article/minimal/{type}',
  access: 'PUBLIC',
  isTogether: true,
  tag,
  summary: 'List articles of a type, in reading order',
  params: z.object({ type: ArticleType }),
  response: z.array(ArticleMinimal),
});

export const listArticleTexts = defineEndpoint({
  method: 'GET',
  path: '/doc/v1/public/article/texts',
  access: 'PUBLIC',
  tag,
  summary: 'List the texts of all listed articles without their markup, for a search',
  response: z.array(ArticleText),
});

export const resumeArticles = defineEndpoint({
  method: 'POST',
  path: '/doc/v1/public/article/resume/list',
  access: 'PUBLIC',
  tag,
  summary: 'Get several articles in the order of their ids; unknown ids are left out',
  body: z.object({ ids: z.array(ArticleId).max(100) }),
  response: z.array(ArticleMinimal),
});

export const getArticleByCode = defineEndpoint({
  method: 'GET',
  path: '/doc/v1/public/article/code/{code}',
  access: 'PUBLIC',
  tag,
  summary: 'Get the article with a code',
  params: z.object({ code: z.string().max(128) }),
  response: Article,
  errors: ['notFound'],
});

export const getArticleByType = defineEndpoint({
  method: 'GET',
  path: '/doc/v1/public/article/type/{type}',
  access: 'PUBLIC',
  tag,
  summary: 'Get the first article of a type; HOME_PAGE is the landing page',
  params: z.object({ type: ArticleType }),
  response: Article,
  errors: ['notFound'],
});

export const getArticle = defineEndpoint({
  method: 'GET',
  path: '/doc/v1/public/article/id/{id}',
  access: 'PUBLIC',
  tag,
  summary: 'Get an article',
  params: z.object({ id: ArticleId }),
  response: Article,
  errors: ['notFound'],
});
