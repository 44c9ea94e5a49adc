import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** HOW_TO and SERVICE articles are listed; the others are found by their type or code. */
export const ArticleType = z.enum(['HOW_TO', 'SERVICE', 'HOME_PAGE', 'TERMS']);
export type ArticleType = z.infer<typeof ArticleType>;

/** Code of the article that registration and the terms pages show. */
export const TERMS_CODE = 'terms-and-conditions';

export const ArticleId = z.string().min(1).max(128);

/** What a card or a list needs. */
export const ArticleMinimal = z.object({ id: ArticleId, title: z.string(), description: z.string() });
export type ArticleMinimal = z.infer<typeof ArticleMinimal>;

export const Article = ArticleMinimal.extend({
  code: z.string(),
  type: ArticleType,
  /** Other words that links are made from. */
  aliases: z.array(z.string()),
  /** Sanitized, with links to other articles where their titles and aliases occur. */
  html: z.string(),
  /** Cards shown below the article: what to read next. */
  articlesMinimal: z.array(ArticleMinimal),
});
export type Article = z.infer<typeof Article>;

const tag = 'articles';

export const listArticles = defineEndpoint({
  method: 'GET',
  path: '/doc/v1/public/article/minimal/{type}',
  access: 'PUBLIC',
  tag,
  summary: 'List articles of a type, in reading order',
  params: z.object({ type: ArticleType }),
  response: z.array(ArticleMinimal),
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
