import { consolePaths } from '@atrium/contract/console-paths';
import { escapeAttribute, escapeText } from 'entities/escape';
import type { Tokens } from 'marked';
import type { ArticleHtmlParts } from './article-html.ts';

export const PICTURES_PATH = '/doc/v1/public/picture';

/** Returns links to articles as a grid of cards. */
export function cardGrid(codes: string, cardOf: ArticleHtmlParts['cardOf']): string {
  const cards = codes.split('\n').map((code) => {
    const { id, title, description } = cardOf(code.trim());
    return `<li><a href="${escapeAttribute(consolePaths.article(id))}"><strong>${escapeText(title)}</strong><span>${escapeText(description)}</span></a></li>`;
  });
  return `<ul class="article-cards">${cards.join('')}</ul>\n`;
}

/** Returns a picture of an article, in both themes where there are both. */
export function picture(
  name: Tokens.Image['href'],
  text: string,
  pictures: ArticleHtmlParts['pictures'],
): string {
  const found = pictures.get(name);
  if (found === undefined) throw new Error(`no picture ${name}`);
  const { width, height } = found;
  return `<img src="${PICTURES_PATH}/${name}" alt="${escapeAttribute(text)}" width="${width}" height="${height}">`;
}
