import { type Article, TERMS_CODE } from '@atrium/contract/articles/article';
import {
  getArticle,
  getArticleByCode,
  getArticleByType,
  listArticles,
  listArticleTexts,
  resumeArticles,
} from '@atrium/contract/articles/articles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/support.ts';
import { Articles } from './articles.service.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const articles = new Articles();
const listed = [...articles.list('HOW_TO'), ...articles.list('SERVICE')];
const everyId = [...listed.map(({ id }) => id), 'home', TERMS_CODE];
const hrefs = ({ html }: Article) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
const linkedIds = (article: Article) =>
  hrefs(article).flatMap((href) => /^\/console\/doc\/v1\/article-view\?id=(.+)$/.exec(href)?.[1] ?? []);

describe('the articles that ship', () => {
  test('at least ten how-to articles with pictures, in the order in which they are read', () => {
    const titles = articles.list('HOW_TO').map(({ title }) => title);
    expect(titles.length).toBeGreaterThanOrEqual(10);
    expect(titles[0]).toBe('First steps');
    const illustrated = articles.list('HOW_TO').filter(({ id }) => articles.get(id).html.includes('<img '));
    expect(illustrated.length).toBeGreaterThanOrEqual(10);
  });

  test.each(everyId)(
    '%s links to articles that exist, names no other twice, and shows its pictures',
    (id) => {
      const article = articles.get(id);
      const linked = linkedIds(article);
      for (const target of linked) expect(everyId).toContain(target);
      const inProse = linkedIds({
        ...article,
        html: article.html.replace(/<ul class="article-cards">.*?<\/ul>/g, ''),
      });
      expect(new Set(inProse).size).toBe(inProse.length);
      expect(linked).not.toContain(id);
      for (const href of hrefs(article)) expect(href).toMatch(/^\/console\//);
      for (const [, src = ''] of article.html.matchAll(/<img src="([^"]*)"/g)) {
        expect(articles.getPicture(src.split('/').at(-1) ?? '').width).toBeGreaterThan(0);
      }
    },
  );

  test('every how-to article leads on, and is led to by another', () => {
    const all = everyId.map((id) => articles.get(id));
    for (const { id } of listed) {
      expect(articles.get(id).articlesMinimal.length, id).toBeGreaterThan(0);
      const leading = all.filter((article) => article.id !== id && linkedIds(article).includes(id));
      expect(leading.length, `links to ${id}`).toBeGreaterThan(0);
    }
  });
});

describe('the calls', () => {
  test('the landing article has grids of cards', async () => {
    const home = await server.call(getArticleByType, { params: { type: 'HOME_PAGE' } });
    expect(home.html.match(/<ul class="article-cards">/g)?.length).toBeGreaterThan(1);
    expect(home.html).toContain(
      '<a href="/console/doc/v1/article-view?id=first-steps"><strong>First steps</strong>',
    );
  });

  test('lists, single articles, terms and summaries', async () => {
    const minimal = await server.call(listArticles, { params: { type: 'HOW_TO' } });
    const ids = ['run-tests', 'no-such-article', 'first-steps'];
    const resumed = await server.call(resumeArticles, { body: { ids } });
    expect(resumed.map(({ id }) => id)).toEqual(['run-tests', 'first-steps']);
    const [first] = minimal;
    const article = await server.call(getArticle, { params: { id: first?.id ?? '' } });
    expect(article).toMatchObject({
      title: 'First steps',
      type: 'HOW_TO',
      articlesMinimal: expect.any(Array),
    });
    const texts = await server.call(listArticleTexts, {});
    expect(texts.find(({ id }) => id === 'access-keys')?.text).toContain(
      'signs a short-lived JSON Web Token',
    );
    const terms = await server.call(getArticleByCode, { params: { code: TERMS_CODE } });
    expect(terms).toMatchObject({ title: 'Terms and Conditions', type: 'TERMS' });
  });

  test('what is not there is 404, and a type that does not exist 400', async () => {
    const missing = [
      server.request(getArticle, { params: { id: 'nothing' } }),
      server.request(getArticleByCode, { params: { code: 'nothing' } }),
      server.app.inject('/doc/v1/public/picture/nothing.svg'),
      server.app.inject('/doc/v1/public/picture/..%2fhome.md'),
    ];
    for (const answer of await Promise.all(missing)) expect(answer.statusCode).toBe(404);
    expect((await server.request(listArticles, { params: { type: 'SECRET' } })).statusCode).toBe(400);
  });

  test('a picture leaves as a drawing that cannot run anything', async () => {
    const answer = await server.app.inject('/doc/v1/public/picture/main-path.svg');
    expect(answer.headers['content-type']).toContain('image/svg+xml');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.body).toContain('<svg');
  });
});
