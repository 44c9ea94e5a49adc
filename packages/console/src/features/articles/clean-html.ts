import DOMPurify from 'dompurify';

/**
 * Sanitizes an article again in the browser; the server has already sanitized it. Where there is no document (pages
 * rendered at build time or on the server) the server's sanitizing is enough.
 */
export function cleanHtml(html: string): string {
  if (!DOMPurify.isSupported) return html;
  return DOMPurify.sanitize(html, { USE_PROFILES: { html: true }, FORBID_TAGS: ['style', 'form', 'input'] });
}
