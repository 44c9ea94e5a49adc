const PLACE = 'atrium/inputs';
/** Limit for all inputs together; the oldest are evicted first. */
const MAX_CHARACTERS = 256 * 1024;

/** Keys with their texts, the last one that was kept at the end. */
type Kept = [key: string, text: string][];

/** Returns the last input in this browser, for a function or a repository search; null if unknown. */
export function readKeptInput(key: string): string | null {
  return readAll().find(([own]) => own === key)?.[1] ?? null;
}

/** Stores an input until its user signs out. */
export function keepInput(key: string, text: string): void {
  const kept: Kept = [...readAll().filter(([own]) => own !== key), [key, text]];
  let size = kept.reduce((sum, [own, each]) => sum + own.length + each.length, 0);
  while (size > MAX_CHARACTERS) {
    const [own, each] = kept.shift() ?? ['', ''];
    size -= own.length + each.length;
  }
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // Without storage, or when it is full, the input lives only on the page.
  }
}

/** Deletes all inputs, or those whose keys don't begin with a prefix. */
export function forgetKeptInputs(but?: string): void {
  const kept = but === undefined ? [] : readAll().filter(([key]) => key.startsWith(but));
  try {
    if (kept.length > 0) localStorage.setItem(PLACE, JSON.stringify(kept));
    else localStorage.removeItem(PLACE);
  } catch {
    // Without storage nothing was stored.
  }
}

function readAll(): Kept {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as Kept;
  } catch {
    return [];
  }
}
