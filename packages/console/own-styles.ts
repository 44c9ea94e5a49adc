import { PurgeCSS } from 'purgecss';

/** Format written by `inline-style-plugin.ts`. */
const ALL_STYLES = /<style data-file="([^"]+)">(.*?)<\/style>/s;

/** The file that follows has it. */
const LICENSE = /\/\*!.*?\*\//s;

/**
 * Leaves in a document only the styles that it needs to be shown: the others are most of it, and reading them takes a
 * phone longer than reading the page. All of them follow as a file, at the end of the page: so it is shown first, and
 * the program, which waits for files of styles, starts with all of them.
 */
export async function withOwnStyles(html: string): Promise<string> {
  const [all, file, css] = ALL_STYLES.exec(html) ?? [];
  if (all === undefined || file === undefined || css === undefined) {
    throw new Error('The document has no styles that name their file.');
  }
  const markup = html.replace(all, '').replaceAll(/<script.*?<\/script>/gs, '');
  const [own] = await new PurgeCSS().purge({
    content: [{ raw: markup, extension: 'html' }],
    css: [{ raw: css }],
    defaultExtractor: wordsOf,
    keyframes: true,
    variables: true,
  });
  return html
    .replace(all, () => `<style>${withoutUnused((own?.css ?? css).replace(LICENSE, ''))}</style>`)
    .replace('</body>', () => `  <link rel="stylesheet" fetchpriority="low" href="${file}">\n  </body>`);
}

/** Removes rules that PurgeCSS keeps: of unused properties, and of date fields, which no prerendered page has. */
function withoutUnused(css: string): string {
  return css
    .replaceAll(/::-webkit-(?:date|calendar)[^{}]*\{[^}]*\}/g, '')
    .replaceAll(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name: string) =>
      css.includes(`var(${name}`) ? rule : '',
    );
}

/** Names of tags, attributes and classes. Text between tags at worst makes PurgeCSS keep an unused rule. */
function wordsOf(markup: string): string[] {
  return unescape(markup.replaceAll(/[<>=]/g, ' '))
    .split(/[\s"/]+/)
    .concat(classesOf(markup));
}

function classesOf(markup: string): string[] {
  return [...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => unescape(names).split(' '));
}

function unescape(markup: string): string {
  return markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
