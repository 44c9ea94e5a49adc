import type { ArticleMinimal } from '@atrium/contract/articles/article';
import { consolePaths } from '@atrium/contract/console-paths';
import { Marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import type { Picture } from './article-files.ts';
import type { FindLinks } from './article-links.ts';
import { cardGrid, PICTURES_PATH, picture } from './article-pictures.ts';
import { addLinks } from './link-text.ts';

export interface ArticleHtmlParts {
  findLinks: FindLinks;
  /** The card of an article, by its code. */
  cardOf: (code: string) => ArticleMinimal;
  pictures: ReadonlyMap<string, Picture>;
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
  return clean(marked.parser(tokens));
}

/** What an article may consist of. Everything else is dropped, whatever the Markdown says. */
function clean(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      'h2',
      'h3',
      'h4',
      'p',
      'a',
      'strong',
      'em',
      'span',
      'br',
      'hr',
      'blockquote',
      'ul',
      'ol',
      'li',
      'pre',
      'code',
      'img',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
    ],
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'width', 'height'],
      ul: ['class'],
      ol: ['start'],
      pre: ['tabindex'],
      table: ['tabindex'],
    },
    // Both scroll in themselves where they are too wide: a keyboard must be able to reach them.
    transformTags: {
      pre: sanitizeHtml.simpleTransform('pre', { tabindex: '0' }),
      table: sanitizeHtml.simpleTransform('table', { tabindex: '0' }),
    },
    allowedClasses: { ul: ['article-cards'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    // Pictures on other hosts would tell them who reads.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src']?.startsWith(`${PICTURES_PATH}/`),
  });
}
