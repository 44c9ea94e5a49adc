/** Bytes of each ASCII character in JSON: escapes take two, control characters without a short escape six. */
const ASCII_BYTES = Uint8Array.from(
  { length: 128 },
  (_, code) => JSON.stringify(String.fromCharCode(code)).length - 2,
);

/** Bytes of a text as JSON in UTF-8. Not by making the JSON: it would be as long as the sources of a service. */
export function jsonBytesOf(text: string): number {
  let bytes = 2;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    bytes += ASCII_BYTES[code] ?? (code < 0x800 || isHalf ? 2 : 3);
  }
  return bytes;
}
