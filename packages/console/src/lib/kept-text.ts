const PREFIX = 'atrium/kept/';
/** Fallback without storage or when storage is full; lives as long as the page. Newer than the stored text. */
const memory = new Map<string, string>();

/** Returns unsent text stored for this tab, so that a reload loses nothing; null if there is none. */
export function readKeptText(key: string): string | null {
  try {
    return memory.get(key) ?? sessionStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function keepText(key: string, text: string | null): void {
  memory.delete(key);
  try {
    if (text === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    if (text !== null) memory.set(key, text);
  }
}

export function countKeptTexts(): number {
  try {
    const stored = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    return new Set([...memory.keys(), ...stored.map((key) => key.slice(PREFIX.length))]).size;
  } catch {
    return memory.size;
  }
}

/** Deletes all texts, or those whose keys don't begin with a prefix. */
export function forgetKeptTexts(but?: string): void {
  const isForgotten = (key: string) => but === undefined || !key.startsWith(but);
  for (const key of memory.keys()) if (isForgotten(key)) memory.delete(key);
  try {
    for (const stored of Object.keys(sessionStorage))
      if (stored.startsWith(PREFIX) && isForgotten(stored.slice(PREFIX.length)))
        sessionStorage.removeItem(stored);
  } catch {
    // Without storage nothing was stored.
  }
}
