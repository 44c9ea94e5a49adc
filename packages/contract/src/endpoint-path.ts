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

/** Whether a decoded path has a step to the folder above, with slashes that may have been encoded. */
export function climbsUp(path: string): boolean {
  return /(^|[/\\])\.\.([/\\]|$)/.test(path);
}

/**
 * Returns whether a text can be a parameter of a path. The rules for URLs make a step to another folder of `.` and `..`,
 * percent-encoded too, and the platform passes on no path with such a step.
 */
export function canBeInPath(text: string): boolean {
  return text !== '.' && !climbsUp(text);
}

/** True for paths that are called without an authorization header. */
export function isPublicPath(path: string): boolean {
  return path.includes('/public/');
}
