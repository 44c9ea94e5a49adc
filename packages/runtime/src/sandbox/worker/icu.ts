/** Longest argument, in characters of JSON: bytes of a text in an old encoding are the largest. */
const MAX_ARGUMENT = 50_000_000;

interface Decoding {
  label: string;
  bytes?: string;
  fatal?: boolean;
  ignoreBOM?: boolean;
  stream?: boolean;
}

/** Answers what a machine asks of the host's ICU, with JSON on both sides. Its argument is untrusted. */
export function askIcu(operation: string, argument: string): string {
  if (operation !== 'decode' || argument.length > MAX_ARGUMENT) return '{}';
  return JSON.stringify(decode(JSON.parse(argument) as Decoding));
}

/** The name of an encoding, or a text; nothing for what cannot be decoded. */
function decode({ label, bytes, fatal = false, ignoreBOM = false, stream = false }: Decoding): {
  encoding?: string;
  text?: string;
} {
  try {
    const decoder = new TextDecoder(label, { fatal, ignoreBOM });
    if (bytes === undefined) return { encoding: decoder.encoding };
    return { text: decoder.decode(Buffer.from(bytes, 'latin1'), { stream }) };
  } catch {
    return {};
  }
}
