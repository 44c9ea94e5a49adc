/** The used subset. The library's own types declare an export that differs from the actual one. */
declare module 'bidi-js' {
  interface Bidi {
    /** A level for each UTF-16 unit of the text: odd where it is read from right to left. */
    getEmbeddingLevels(text: string): { levels: Uint8Array };
    /** The other one of a pair of brackets, say; null where there is none. */
    getMirroredCharacter(character: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
