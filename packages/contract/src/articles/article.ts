import { z } from 'zod';

/** HOW_TO and SERVICE articles are listed; the others are found by their type or code. */
export const ArticleType = z.enum(['HOW_TO', 'SERVICE', 'HOME_PAGE', 'TERMS']);
export type ArticleType = z.infer<typeof ArticleType>;

/** Code of the article that registration and the terms pages show. */
export const TERMS_CODE = 'terms-and-conditions';

export const ArticleId = z.string().min(1).max(128);

/** Fields for a card or a list. */
export const ArticleMinimal = z.object({ id: ArticleId, title: z.string(), description: z.string() });
export type ArticleMinimal = z.infer<typeof ArticleMinimal>;

/** Words of an article, for a search. */
export const ArticleText = z.object({ id: ArticleId, text: z.string() });
export type ArticleText = z.infer<typeof ArticleText>;

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
