/** The head of the extended format has each less one, in three bytes; that of the only frame in 14 bits (RFC 6386, 9.1). */
export function sizeOfWebp(name: string, content: Buffer): { width: number; height: number } {
  const format = content.toString('latin1', 12, 16);
  if (format === 'VP8X')
    return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
  if (format !== 'VP8 ') throw new Error(`picture ${name}: no WebP of a known format`);
  return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
}
