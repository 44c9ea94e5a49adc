import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const STYLE = /<style[^>]*>(.*?)<\/style>/s;

/** A page as it is sent: its text, packed in each way that browsers read, and the hash of the styles that stand in it. */
export interface PageDocument {
  html: string;
  br: Buffer;
  gzip: Buffer;
  etag: string;
  /** Hash in the format of the content security policy; undefined without styles. */
  styleHash: string | undefined;
}

/** Packs a page, unless the build has packed it. */
export async function toPageDocument(
  html: string,
  packed: { br?: Buffer | undefined; gzip?: Buffer | undefined } = {},
): Promise<PageDocument> {
  const hashOf = (text: string, name: string) => createHash(name).update(text).digest('base64');
  const style = STYLE.exec(html)?.[1];
  return {
    html,
    br: packed.br ?? (await promisify(brotliCompress)(html)),
    gzip: packed.gzip ?? (await promisify(gzip)(html)),
    etag: `"${hashOf(html, 'sha1')}"`,
    styleHash: style === undefined ? undefined : `'sha256-${hashOf(style, 'sha256')}'`,
  };
}

/** A new release takes effect at the next load; unchanged files are not sent again (304). */
export function askEachTime(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache');
}

export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, br, gzip: gzipped, etag, styleHash }: PageDocument,
): FastifyReply {
  const vary = [reply.getHeader('vary'), 'accept-encoding', 'sec-fetch-site'].filter(Boolean).join(', ');
  askEachTime(reply).header('etag', etag).header('vary', vary).type('text/html; charset=utf-8');
  if (styleHash !== undefined) allowStyles(reply, 'style-src', styleHash);
  if (isOpenedByPerson(request)) reply.removeHeader('cross-origin-opener-policy');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzipped);
  return reply.send(html);
}

/**
 * Whether a person typed the address or opened a bookmark: then there is no page that could hold on to this one, and
 * the policy for such pages would only make the browser start a second process before the first paint (decision 0047).
 */
function isOpenedByPerson({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'none';
}

/** Adds styles to the page's content security policy. */
export function allowStyles(
  reply: FastifyReply,
  directive: 'style-src' | 'style-src-attr',
  source: string,
): void {
  const policy = String(reply.getHeader('content-security-policy'));
  const known = new RegExp(`(^|;)${directive} [^;]*`);
  const changed = known.test(policy)
    ? policy.replace(known, `$& ${source}`)
    : `${policy};${directive} ${source}`;
  reply.header('content-security-policy', changed);
}
