import type { Plugin } from 'vite';

const STYLE_LINK = /<link rel="stylesheet"[^>]* href="\/console\/([^"]+\.css)">/;

/**
 * Hides the message about a program that fails to load until a timeout. Inlined, because prerendered pages don't need
 * the rule.
 */
const LATE_STYLE =
  '.late-program{animation:late-program 1ms 10s backwards}@keyframes late-program{from{visibility:hidden}}';

/**
 * Inlines the console's styles into its document, so that the first paint waits for the document alone. The server
 * allows them by their hash. Prerendered pages keep only the styles they use, and load the file referenced with them.
 */
export function inlineStyle(): Plugin {
  return {
    name: 'atrium:inline-style',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const [link = '', file = ''] = STYLE_LINK.exec(html) ?? [];
        const style = bundle[file];
        if (style?.type !== 'asset') throw new Error('The document names no file with styles.');
        const styles = `<style data-file="/console/${file}">${String(style.source).trim()}${LATE_STYLE}</style>`;
        return html.replace(link, () => styles);
      },
    },
  };
}
