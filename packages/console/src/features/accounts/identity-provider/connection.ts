const KEY = 'atrium.connection';

/** Stores in this tab that the redirect to a provider connects it and doesn't sign in. */
export function rememberConnection(url: string): void {
  try {
    sessionStorage.setItem(KEY, stateOf(new URL(url).search));
  } catch {
    // Without storage the provider's redirect is refused, and nothing is connected.
  }
}

/** Returns whether a provider's response belongs to a connection started in this tab. */
export function isConnection(query: string): boolean {
  const state = stateOf(query);
  try {
    return state !== '' && sessionStorage.getItem(KEY) === state;
  } catch {
    return false;
  }
}

function stateOf(query: string): string {
  return new URLSearchParams(query).get('state') ?? '';
}
