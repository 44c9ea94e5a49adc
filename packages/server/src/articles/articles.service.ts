import { join } from 'node:path';
import type { Article, ArticleMinimal, ArticleType } from '@atrium/contract/articles/article';
import { NotFoundError } from '../http/errors.ts';
import { type ArticleFile, type Picture, readArticleFiles, readPictures } from './article-files.ts';
import { renderArticle } from './article-html.ts';
import { createFindLinks } from './article-links.ts';

const CONTENT_FOLDER = join(import.meta.dirname, 'content');
const LINKED_TYPES: readonly ArticleType[] = ['HOW_TO', 'SERVICE'];

export interface Articles {
  listArticles(type: ArticleType): ArticleMinimal[];
  /** In the order of the ids; those that do not exist are left out. */
  resumeArticles(ids: readonly string[]): ArticleMinimal[];
  getArticle(id: string): Article;
  getArticleByCode(code: string): Article;
  getArticleByType(type: ArticleType): Article;
  getPicture(name: string): Picture;
}

/** Reads and renders all articles when the first one is asked for: a start has no time for it. */
export function createArticles(folder = CONTENT_FOLDER): Articles {
  let loaded: { articles: Article[]; pictures: Map<string, Picture> } | undefined;
  const load = () => (loaded ??= loadArticles(folder));

  function find(isWanted: (article: Article) => boolean): Article {
    const article = load().articles.find(isWanted);
    if (article === undefined) throw new NotFoundError('There is no such article.');
    return article;
  }

  return {
    listArticles: (type) => load().articles.filter((article) => article.type === type),
    resumeArticles: (ids) => ids.flatMap((id) => load().articles.find((article) => article.id === id) ?? []),
    getArticle: (id) => find((article) => article.id === id),
    getArticleByCode: (code) => find((article) => article.code === code),
    getArticleByType: (type) => find((article) => article.type === type),
    getPicture(name) {
      const picture = load().pictures.get(name);
      if (picture === undefined) throw new NotFoundError('There is no such picture.');
      return picture;
    },
  };
}

function loadArticles(folder: string) {
  const files = readArticleFiles(folder);
  const pictures = readPictures(join(folder, 'pictures'));
  const linked = files.filter(({ type }) => LINKED_TYPES.includes(type));
  const findLinks = createFindLinks(linked.map((file) => ({ ...file, id: idOf(file) })));
  const cardOf = (code: string) => {
    const file = files.find((each) => each.code === code);
    if (file === undefined) throw new Error(`no article with the code ${code}`);
    return toMinimal(file);
  };
  const articles = files.map((file): Article => {
    const id = idOf(file);
    const { code, type, aliases, next, markdown } = file;
    const html = renderArticle(markdown, id, { findLinks, cardOf, pictures });
    return { ...toMinimal(file), code, type, aliases, html, articlesMinimal: next.map(cardOf) };
  });
  return { articles, pictures };
}

function toMinimal(file: ArticleFile): ArticleMinimal {
  return { id: idOf(file), title: file.title, description: file.description };
}

/** Ids are opaque to readers; the code never changes, so it serves as one. */
function idOf({ code }: ArticleFile): string {
  return code;
}
