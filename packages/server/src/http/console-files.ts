import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UnavailableError } from '@atrium/host/errors';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPageDrawer, type DrawnPage, type PublicAnswers } from './page-drawer.ts';

/** Names with a hash of their content in them never change: no one asks again whether they did. */
const IMMUTABLE = { maxAge: '365d', immutable: true, etag: false, lastModified: false, acceptRanges: false };
const ASK_EACH_TIME = { cacheControl: false };

/** Pages for visitors whose content changes while the server runs, and what each one is drawn with. */
type LivePages = Record<string, () => Promise<PublicAnswers>>;

const ASSET = /^assets\/[\w.-]+$/;
/**
 * What only documents obey: a page loads dozens of scripts, and these headers would be a tenth of it. Scripts that
 * run as workers are documents in this sense and keep theirs.
 */
const SCRIPT_HEADERS = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};
/** Files next to the pages: the widget, icons. */
const TOP_LEVEL_FILE = /^[\w-]+\.(?:js|css|svg|png|ico|txt|webmanifest)$/;
/** Calls, not pages: an unknown one is answered as JSON. */
const CALL = /^(?:v1|api)(?:\/|$)/;
const MAILBOX_PAGE = 'dev/mailbox';

/**
 * Serves the built console. Every page is the same document, which is routed by the URL; if the build made a separate
 * document for a path (`prerendered/console/login.html`), that one is sent.
 */
export async function consoleFiles(
  app: FastifyInstance,
  folder: string,
  livePages: LivePages = {},
): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, index: false });
  const options = { config: { rateLimit: false }, logLevel: 'warn' } as const;

  app.get('/', options, async (_request, reply) => reply.redirect('/index', 302));
  app.get('/console', options, async (request, reply) => reply.redirect(`/console/${queryOf(request)}`, 302));
  const drawPage = createPageDrawer(folder);
  for (const [path, readAnswers] of Object.entries(livePages)) {
    app.get(path, { logLevel: 'warn' }, async (request, reply) => {
      try {
        return sendDrawn(request, reply, await drawPage(path, await readAnswers()));
      } catch (error) {
        request.log.warn({ err: error }, `${path} could not be drawn: it is sent without its content.`);
        return sendPage(request, reply);
      }
    });
  }
  app.get('/index', options, async (request, reply) => sendPage(request, reply));
  app.get('/index/*', options, async (request, reply) => sendPage(request, reply));
  app.get<{ Params: { file: string } }>(
    '/console/assets/:file(^[\\w-]+\\.(?:js|css)$)',
    // A configuration of its own: the plugin writes its settings into it.
    { ...options, config: { rateLimit: false }, helmet: SCRIPT_HEADERS },
    async (request, reply) => reply.sendFile(`assets/${request.params.file}`, IMMUTABLE),
  );
  app.get<{ Params: { '*': string } }>('/console/*', options, async (request, reply) => {
    const path = request.params['*'];
    if (CALL.test(path)) return reply.callNotFound();
    if (ASSET.test(path)) return reply.sendFile(path, IMMUTABLE);
    if (TOP_LEVEL_FILE.test(path)) return askEachTime(reply).sendFile(path, ASK_EACH_TIME);
    if (path === MAILBOX_PAGE) allowInlineStyles(reply);
    return sendPage(request, reply);
  });
  // A person who mistyped an address gets the console's own page for it; a program gets JSON.
  app.get('/*', options, async (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
    return sendPage(request, reply.code(404));
  });

  function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (!existsSync(join(folder, 'index.html'))) {
      throw new UnavailableError('The console has not been built. Run "npm run build".', 60);
    }
    const page = `prerendered${request.url.replace(/[?#].*$/s, '')}.html`;
    const file = /^[\w/-]+\.html$/.test(page) && existsSync(join(folder, page)) ? page : 'index.html';
    return askEachTime(reply).sendFile(file, ASK_EACH_TIME);
  }
}

function sendDrawn(request: FastifyRequest, reply: FastifyReply, { html, brotli, etag }: DrawnPage) {
  askEachTime(reply).header('etag', etag).header('vary', 'accept-encoding').type('text/html; charset=utf-8');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const isBrotliRead = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
  return isBrotliRead ? reply.header('content-encoding', 'br').send(brotli) : reply.send(html);
}

/** A new release is seen at the next load; what has not changed is not sent again (304). */
function askEachTime(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache');
}

/** Mails are shown in a sandboxed frame, which inherits the page's policy; all their style is inline. */
function allowInlineStyles(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', `${policy};style-src-attr 'unsafe-inline'`);
}

function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
