import { join } from 'node:path';
import type { Article, ArticleMinimal, ArticleText, ArticleType } from '@atrium/contract/articles/article';
import { NotFoundError } from '@atrium/host/errors';
import { type ArticleFile, type Picture, readArticleFiles, readPictures } from './article-files.ts';
import { renderArticle } from './article-html.ts';
import { createFindLinks } from './article-links.ts';

const CONTENT_FOLDER = join(import.meta.dirname, 'content');
const LINKED_TYPES: readonly ArticleType[] = ['HOW_TO', 'SERVICE'];

interface LoadedArticles {
  articles: Article[];
  texts: ArticleText[];
  pictures: Map<string, Picture>;
}

/** Reads and renders all articles when the first one is requested, so as not to slow down the start. */
export class Articles {
  readonly #folder: string;
  #loaded: LoadedArticles | undefined;

  constructor({ folder = CONTENT_FOLDER }: { folder?: string } = {}) {
    this.#folder = folder;
  }

  list(type: ArticleType): ArticleMinimal[] {
    return this.#load().articles.filter((article) => article.type === type);
  }

  listTexts(): ArticleText[] {
    return this.#load().texts;
  }

  /** In the order of the ids; those that do not exist are left out. */
  listByIds(ids: readonly string[]): ArticleMinimal[] {
    return ids.flatMap((id) => this.#load().articles.find((article) => article.id === id) ?? []);
  }

  get(id: string): Article {
    return this.#find((article) => article.id === id);
  }

  getByCode(code: string): Article {
    return this.#find((article) => article.code === code);
  }

  getByType(type: ArticleType): Article {
    return this.#find((article) => article.type === type);
  }

  getPicture(name: string): Picture {
    const picture = this.#load().pictures.get(name);
    if (picture === undefined) throw new NotFoundError('There is no such picture.');
    return picture;
  }

  #find(isWanted: (article: Article) => boolean): Article {
    const article = this.#load().articles.find(isWanted);
    if (article === undefined) throw new NotFoundError('There is no such article.');
    return article;
  }

  #load(): LoadedArticles {
    this.#loaded ??= loadArticles(this.#folder);
    return this.#loaded;
  }
}

function loadArticles(folder: string): LoadedArticles {
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
  const texts = linked.map((file) => ({ id: idOf(file), text: textOf(file.markdown) }));
  return { articles, texts, pictures };
}

function toMinimal(file: ArticleFile): ArticleMinimal {
  return { id: idOf(file), title: file.title, description: file.description };
}

/** Words of a Markdown text, without addresses and marks. */
function textOf(markdown: string): string {
  return markdown
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/[^\p{L}\p{N}$.'’/-]+/gu, ' ')
    .trim();
}

/** Ids are opaque to readers; the code never changes, so it serves as one. */
function idOf({ code }: ArticleFile): string {
  return code;
}
