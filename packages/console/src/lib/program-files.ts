import { unreachableMessage } from '@atrium/contract/error-message';

/** A part of the program that could not be fetched. */
export class MissingPartError extends Error {
  /** A newer release has renamed the chunk, so only a reload loads it. */
  readonly isOutdated: boolean;

  constructor(message: string, isOutdated = false) {
    super(message);
    this.name = 'MissingPartError';
    this.isOutdated = isOutdated;
  }
}

/** Files that are here, or on their way. */
const files = new Map<string, Promise<void>>();

/**
 * Fetches the files of a part of the program, then runs it. The build passes each `import()` here: browsers before Chrome 156
 * remember until the page is left that an import, or a preload, has failed, so none is tried before all of its files are in
 * the browser's cache. The first page's own files are preloaded by the document nevertheless: they are compiled meanwhile.
 */
async function runPart<Part>(run: () => Promise<Part>, names: readonly string[]): Promise<Part> {
  try {
    await Promise.all(names.map((name) => fetchOnce(import.meta.env.BASE_URL + name)));
  } catch {
    throw await explain();
  }
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    for (const name of names) files.delete(import.meta.env.BASE_URL + name);
    throw await explain();
  }
}

declare global {
  var atriumPart: typeof runPart;
}
// A global: the build adds its calls to finished files.
globalThis.atriumPart = runPart;

function fetchOnce(path: string): Promise<void> {
  if (files.size === 0) addFilesOfDocument();
  const known = files.get(path) ?? fetchFile(path);
  files.set(path, known);
  known.catch(() => files.delete(path));
  return known;
}

async function fetchFile(path: string): Promise<void> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  // The cache stores the file once it is read completely.
  await answer.arrayBuffer();
}

function addFilesOfDocument(): void {
  const here = Promise.resolve();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
    files.set(new URL(link.href).pathname, here);
  }
  files.set(entryPath(), here);
}

/** The first file of this release: its name changes with anything in it. */
function entryPath(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return entry ? new URL(entry.src).pathname : '';
}

/** Queries the server for the reason of a missing chunk. */
async function explain(): Promise<MissingPartError> {
  const page = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' }).catch(() => undefined);
  if (!page) return new MissingPartError(unreachableMessage(navigator));
  if (page.ok && !(await page.text()).includes(entryPath())) {
    return new MissingPartError('A new version of Atrium is available. Reload the page to use it.', true);
  }
  return new MissingPartError('This part of the page could not be loaded.');
}
