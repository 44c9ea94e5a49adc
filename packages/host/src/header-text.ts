/** Whether a text is a token of HTTP: a method, or the name of a header or a cookie. */
export function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** Whether a text can be the value of a header. A line end would begin another header. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text);
}
