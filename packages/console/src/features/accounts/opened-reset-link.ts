import { paths } from '../../paths.ts';

let isAnswered = false;

/**
 * The page for choosing a password, or for requesting the link to it, with which the console was opened, if the visitor to
 * it was signed in: then the guard has led them on, and nothing has been shown of it yet.
 */
export function findOpenedResetLink(): string | undefined {
  const [entry] = performance.getEntriesByType('navigation');
  if (isAnswered || entry === undefined) return undefined;
  const { pathname, search } = new URL(entry.name);
  const isComplete = pathname === paths.sendReset() || (isReset(pathname) && search !== '');
  return isComplete ? pathname + search : undefined;
}

/** Called when the page was shown or the user stays signed in. */
export function answerResetLink(): void {
  isAnswered = true;
}

function isReset(pathname: string): boolean {
  return paths.reset('').startsWith(`${pathname}?`);
}
