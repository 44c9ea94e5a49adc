import sanitizeHtml from 'sanitize-html';
import { PICTURES_PATH } from './article-pictures.ts';

/** Removes all HTML that articles must not contain, whatever the Markdown has. */
export function cleanHtml(html: string): string {
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
      'picture',
      'source',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
    ],
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      source: ['media', 'srcset', 'sizes'],
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
    allowedClasses: { ul: ['article-cards'], img: ['light', 'dark'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    selfClosing: ['img', 'br', 'hr', 'source'],
    // Pictures on other hosts would reveal readers to these.
    exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'source') && !isOwnPicture(attribs),
  });
}

function isOwnPicture({ src = '', srcset = '' }: sanitizeHtml.Attributes): boolean {
  const files = [src, ...srcset.split(',')].filter((file) => file.trim() !== '');
  return files.length > 0 && files.every((file) => file.trim().startsWith(`${PICTURES_PATH}/`));
}
