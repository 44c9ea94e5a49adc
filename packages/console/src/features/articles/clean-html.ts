import DOMPurify from 'dompurify';

/**
 * Cleans an article once more in the browser; the server has cleaned it on the way out. Where there is no
 * document (pages drawn at build time or on the server) the server's own cleaning stands.
 */
export function cleanHtml(html: string): string {
  if (!DOMPurify.isSupported) return html;
  return DOMPurify.sanitize(html, { USE_PROFILES: { html: true }, FORBID_TAGS: ['style', 'form', 'input'] });
}
