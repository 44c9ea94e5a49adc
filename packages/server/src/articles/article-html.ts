import type { ArticleMinimal } from '@atrium/contract/articles/article';
import { Marked, type Tokens } from 'marked';
import sanitizeHtml from 'sanitize-html';
import type { Picture } from './article-files.ts';
import { addLinks, type FindLinks } from './article-links.ts';

export const PICTURES_PATH = '/doc/v1/public/picture';

export interface ArticleHtmlParts {
  findLinks: FindLinks;
  /** The card of an article, by its code. */
  cardOf: (code: string) => ArticleMinimal;
  pictures: ReadonlyMap<string, Picture>;
}

export function articleHref(id: string): string {
  return `/console/doc/v1/article-view?id=${encodeURIComponent(id)}`;
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
  const tokens = addLinks(marked.lexer(markdown), ownId, parts.findLinks, articleHref);
  return clean(marked.parser(tokens));
}

function cardGrid(codes: string, cardOf: ArticleHtmlParts['cardOf']): string {
  const cards = codes.split('\n').map((code) => {
    const { id, title, description } = cardOf(code.trim());
    return `<li><a href="${articleHref(id)}"><strong>${escape(title)}</strong><span>${escape(description)}</span></a></li>`;
  });
  return `<ul class="article-cards">${cards.join('')}</ul>\n`;
}

function picture(name: Tokens.Image['href'], text: string, pictures: ArticleHtmlParts['pictures']): string {
  const found = pictures.get(name);
  if (found === undefined) throw new Error(`no picture ${name}`);
  const { width, height } = found;
  return `<img src="${PICTURES_PATH}/${name}" alt="${escape(text)}" width="${width}" height="${height}">`;
}

/** What an article may consist of. Everything else is dropped, whatever the Markdown says. */
function clean(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...['h2', 'h3', 'h4', 'p', 'a', 'strong', 'em', 'span', 'br', 'hr', 'blockquote'],
      ...['ul', 'ol', 'li', 'pre', 'code', 'img'],
      ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
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
    // Pictures of other hosts would tell them who reads.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src']?.startsWith(`${PICTURES_PATH}/`),
  });
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
