import {
  getArticle,
  getArticleByCode,
  getArticleByType,
  listArticles,
  listArticleTexts,
  resumeArticles,
} from '@atrium/contract/articles/articles';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { route } from '../http/route.ts';
import { PICTURES_PATH } from './article-pictures.ts';
import type { Articles } from './articles.service.ts';

/** Articles change with releases only. */
const FRESH_SECONDS = 300;

export function articlesRoutes(app: FastifyInstance, articles: Articles): void {
  const keep = (reply: FastifyReply) => reply.header('cache-control', `public, max-age=${FRESH_SECONDS}`);

  route(app, listArticles, async ({ params, reply }) => {
    keep(reply);
    return articles.list(params.type);
  });
  route(app, listArticleTexts, async ({ reply }) => {
    keep(reply);
    return articles.listTexts();
  });
  route(app, resumeArticles, async ({ body }) => articles.listByIds(body.ids));
  route(app, getArticleByCode, async ({ params, reply }) => {
    keep(reply);
    return articles.getByCode(params.code);
  });
  route(app, getArticleByType, async ({ params, reply }) => {
    keep(reply);
    return articles.getByType(params.type);
  });
  route(app, getArticle, async ({ params, reply }) => {
    keep(reply);
    return articles.get(params.id);
  });
  app.get<{ Params: { name: string } }>(
    `${PICTURES_PATH}/:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { content, mediaType } = articles.getPicture(request.params.name);
      return keep(reply).type(mediaType).send(content);
    },
  );
}
