import type { ArticleMinimal } from '@atrium/contract/articles/article';
import { consolePaths } from '@atrium/contract/console-paths';
import { escapeAttribute, escapeText } from 'entities/escape';
import type { Tokens } from 'marked';
import type { Picture } from './article-files.ts';

export const PICTURES_PATH = '/doc/v1/public/picture';
const PHONES = '(max-width: 30rem)';

/** By name. */
export type Pictures = ReadonlyMap<string, Picture>;

/** Returns links to articles as a grid of cards. */
export function cardGrid(codes: string, cardOf: (code: string) => ArticleMinimal): string {
  const cards = codes.split('\n').map((code) => {
    const { id, title, description } = cardOf(code.trim());
    return `<li><a href="${escapeAttribute(consolePaths.article(id))}"><strong>${escapeText(title)}</strong><span>${escapeText(description)}</span></a></li>`;
  });
  return `<ul class="article-cards">${cards.join('')}</ul>\n`;
}

/** Returns a picture of an article. One of the console is in both themes; the style sheet shows the one in use. */
export function picture(name: Tokens.Image['href'], text: string, pictures: Pictures): string {
  if (pictures.has(name)) return image(name, text, pictures);
  return (['light', 'dark'] as const)
    .map((theme) => image(name.replace('.', `.${theme}.`), text, pictures, theme))
    .join('');
}

function image(name: string, text: string, pictures: Pictures, theme?: 'light' | 'dark'): string {
  const found = pictures.get(name);
  if (found === undefined) throw new Error(`no picture ${name}`);
  const { width, height } = found;
  const themed = theme === undefined ? '' : ` class="${theme}"`;
  // Pictures outside the viewport, or of the other theme, must not compete for bandwidth.
  const whole = `<img src="${PICTURES_PATH}/${name}" alt="${escapeAttribute(text)}" width="${width}" height="${height}" loading="lazy"${themed}>`;
  const part = partOf(name, pictures);
  return part === '' ? whole : `<picture>${part}${whole}</picture>`;
}

/**
 * Phones get the part of the picture that matters, in the same proportions: of all of it they could read nothing. Those of
 * many dots to the inch get a sharper one.
 */
function partOf(name: string, pictures: Pictures): string {
  const files = ['.small.webp', '.sharp.webp'].flatMap((ending) => {
    const partName = name.replace('.webp', ending);
    const part = pictures.get(partName);
    return part === undefined ? [] : [`${PICTURES_PATH}/${partName} ${part.width}w`];
  });
  if (files.length === 0) return '';
  return `<source media="${PHONES}" srcset="${files.join(', ')}" sizes="92vw">`;
}
