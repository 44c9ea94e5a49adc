/** Path with its parameters filled in, percent-encoded: `/invoice/{id}` + `{id: 'a/b'}` → `/invoice/a%2Fb`. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new TypeError(`path ${path} needs the parameter ${name}`);
    }
    return encodeURIComponent(value);
  });
}

/** True for paths that are called without an authorization header. */
export function isPublicPath(path: string): boolean {
  return path.includes('/public/');
}
