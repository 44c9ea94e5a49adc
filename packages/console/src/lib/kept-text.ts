const PREFIX = 'atrium/kept/';

/** What was typed and not sent yet, kept for this tab, so that a reload loses nothing. Null if there is none. */
export function readKeptText(key: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function keepText(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    // Without storage, or room in it, the text is only on the page.
  }
}

/** Forgets all texts, or those whose keys do not begin with a prefix. */
export function forgetKeptTexts(but?: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && (but === undefined || !key.startsWith(PREFIX + but)))
        sessionStorage.removeItem(key);
  } catch {
    // Without storage nothing was kept.
  }
}
