const LINE_END = 0x0a;

/** A body of one line of JSON and bytes as they are: an HTTP message within an HTTP message. */
export function toFramed(head: object, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
}

/** Undefined for a body of another form. */
export function readFramed(framed: Buffer): { head: unknown; body: Buffer } | undefined {
  const end = framed.indexOf(LINE_END);
  if (end === -1) return undefined;
  try {
    return { head: JSON.parse(framed.toString('utf8', 0, end)), body: framed.subarray(end + 1) };
  } catch {
    return undefined;
  }
}
