import type { ArticleMinimal } from '@atrium/contract/articles/article';
import { consolePaths } from '@atrium/contract/console-paths';
import { Marked } from 'marked';
import type { FindLinks } from './article-links.ts';
import { cardGrid, type Pictures, picture } from './article-pictures.ts';
import { cleanHtml } from './clean-html.ts';
import { addLinks } from './link-text.ts';

export interface ArticleHtmlParts {
  findLinks: FindLinks;
  /** The card of an article, by its code. */
  cardOf: (code: string) => ArticleMinimal;
  pictures: Pictures;
}

/**
 * Markdown to cleaned HTML. A code block of the language `cards`, with a code on each line, becomes a grid of
 * article cards; `![text](name.svg)` a picture of this server.
 */
export function renderArticle(markdown: string, ownId: string, parts: ArticleHtmlParts): string {
  const marked = new Marked({
    renderer: {
      code({ lang, text }) {
        return lang === 'cards' ? cardGrid(text, parts.cardOf) : false;
      },
      image({ href, text }) {
        return picture(href, text, parts.pictures);
      },
    },
  });
  const tokens = addLinks(marked.lexer(markdown), ownId, parts.findLinks, consolePaths.article);
  return cleanHtml(marked.parser(tokens));
}
