import type { Plugin } from 'vite';

const STYLE_LINK = /<link rel="stylesheet"[^>]* href="\/console\/([^"]+\.css)">/;

/**
 * Puts the styles of the console into its document: the first paint waits for the document alone. The server allows
 * them by their hash.
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
        delete bundle[file];
        return html.replace(link, () => `<style>${String(style.source).trim()}</style>`);
      },
    },
  };
}
