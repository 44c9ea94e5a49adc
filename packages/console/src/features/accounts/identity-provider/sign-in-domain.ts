const KEY = 'atrium.sign-in-domain';

/** The domain whose sign-in page was last opened in this browser: its providers are offered again after a sign-out. */
export function readSignInDomain(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

export function rememberSignInDomain(domain: string): void {
  try {
    localStorage.setItem(KEY, domain);
  } catch {
    // Without storage the address has to be opened again.
  }
}
