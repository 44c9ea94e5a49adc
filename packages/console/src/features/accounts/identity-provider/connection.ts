const KEY = 'atrium.connection';

/** Notes in this tab that whoever comes back from a provider wanted to connect it, and not to sign in. */
export function rememberConnection(url: string): void {
  try {
    sessionStorage.setItem(KEY, stateOf(new URL(url).search));
  } catch {
    // Without storage the way back ends with a refusal, and nothing is connected.
  }
}

/** Whether what a provider sent back belongs to a connection that was begun in this tab. */
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
