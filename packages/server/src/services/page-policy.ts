/**
 * The content security policy of pages that no operator trusts. The console may frame them. The sandbox gives them an origin that no other page has:
 * their scripts run, but have no session, no cookie, no storage and no access to any other page, and request nothing from
 * elsewhere. WebRTC still sends UDP packets to any host, because no browser knows the directive `webrtc`: what a page may
 * read, its service learns anyway.
 */
const SANDBOX = [
  'sandbox allow-scripts allow-forms',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "object-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join(';');

/** Headers of the pages of a service, besides those of every response. */
export function pageHeaders({ isTrusted }: { isTrusted: boolean }): Record<string, string> {
  if (isTrusted) return {};
  return {
    'content-security-policy': SANDBOX,
    // All others here share `same-origin`, compared by address: without it, this page gets no handle of one that opens it.
    'cross-origin-opener-policy': 'unsafe-none',
    // Its own scripts, styles and fonts come from another origin than the page's, and are for everyone.
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  };
}
