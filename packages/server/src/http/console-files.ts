import { UnavailableError } from '@atrium/host/errors';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createDocumentReader } from './built-documents.ts';
import { allowStyles, askEachTime, type PageDocument, sendDocument } from './page-document.ts';
import { createPageDrawer, type PublicResponses } from './page-drawer.ts';

/** Names with a hash of their content in them never change: no one asks again whether they did. */
const IMMUTABLE = { maxAge: '365d', immutable: true, etag: false, lastModified: false, acceptRanges: false };
const ASK_EACH_TIME = { cacheControl: false };

/** Pages for visitors whose content changes while the server runs, and what each one is drawn with. */
type LivePages = Record<string, () => Promise<PublicResponses>>;

interface ConsoleOptions {
  livePages?: LivePages;
  /** Whether the browser has a session to go on with, as far as can be seen. */
  maySignIn?: (request: FastifyRequest) => boolean;
}

const ASSET = /^assets\/[\w.-]+$/;
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
  { livePages = {}, maySignIn = () => false }: ConsoleOptions = {},
): Promise<void> {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, index: false });
  const options = { config: { rateLimit: false }, logLevel: 'warn' } as const;

  app.get('/', options, async (_request, reply) => reply.redirect('/index', 302));
  app.get('/console', options, async (request, reply) => reply.redirect(`/console/${queryOf(request)}`, 302));
  const readDocument = createDocumentReader(folder);
  const drawPage = createPageDrawer(folder);
  for (const [path, readResponses] of Object.entries(livePages)) {
    app.get(path, { logLevel: 'warn' }, async (request, reply) => {
      try {
        return sendDocument(request, reply, await drawPage(path, await readResponses()));
      } catch (error) {
        request.log.warn({ err: error }, `${path} could not be drawn: it is sent without its content.`);
        return sendPage(request, reply);
      }
    });
  }
  app.get('/index', options, async (request, reply) => sendPage(request, reply));
  app.get('/index/*', options, async (request, reply) => sendPage(request, reply));
  app.get<{ Params: { file: string } }>(
    '/console/assets/:file(^[\\w-]+\\.(?:js|css|woff2)$)',
    { ...options, config: { rateLimit: false, isScript: true } },
    async (request, reply) => {
      // Connections stay open in HTTP/1.1 without being told so with each file.
      reply.raw.removeHeader('connection');
      return reply.sendFile(`assets/${request.params.file}`, IMMUTABLE);
    },
  );
  app.get<{ Params: { '*': string } }>('/console/*', options, async (request, reply) => {
    const path = request.params['*'];
    if (CALL.test(path)) return reply.callNotFound();
    if (ASSET.test(path)) return reply.sendFile(path, IMMUTABLE);
    // Pages of services without an origin of their own load it, too; it is for everyone.
    if (path === 'widget.js') reply.header('cross-origin-resource-policy', 'cross-origin');
    if (TOP_LEVEL_FILE.test(path)) return askEachTime(reply).sendFile(path, ASK_EACH_TIME);
    // Mails are shown in a sandboxed frame, which inherits the policy of the page; all their style is inline.
    if (path === MAILBOX_PAGE) allowStyles(reply, 'style-src-attr', "'unsafe-inline'");
    return sendPage(request, reply);
  });
  // A mistyped address shows the console's own page to a person; a program receives JSON.
  app.get('/*', options, async (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
    return sendPage(request, reply.code(404));
  });

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = request.url.replace(/[?#].*$/s, '');
    let document: PageDocument | undefined;
    for (const name of documentsOf(path, maySignIn(request))) document ??= await readDocument(name);
    if (document === undefined) {
      throw new UnavailableError('The console has not been built. Run "npm run build".', 60);
    }
    return sendDocument(request, reply.header('vary', 'cookie'), document);
  }
}

/** Documents that may be served for a path, best first. */
function documentsOf(path: string, maySignIn: boolean): string[] {
  const own = /^[\w/-]+$/.test(path) ? [`prerendered${path}.html`] : [];
  const isConsole = maySignIn && path.startsWith('/console/');
  const frames = isConsole ? [path === '/console/' ? 'frames/overview.html' : 'frames/page.html'] : [];
  return [...own, ...frames, 'index.html'];
}

function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
