import { MAX_UPLOAD_BYTES } from '@atrium/contract/configuration/limits';
import { ItemCollections } from '@atrium/contract/service-api/configuration-item';
import { bodyProblem, textProblem } from '@atrium/contract/service-api/item-files';

/** The file's text, if it is a body that the service can hold. */
export async function readUpload(file: File): Promise<string> {
  if (file.size > MAX_UPLOAD_BYTES) throw new Error('The file is too large.');
  const text = decode(await file.arrayBuffer());
  if (text === undefined)
    throw new Error(`${file.name} is not UTF-8 text. Save it with the encoding UTF-8 and choose it again.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${file.name} is not valid JSON.`);
  }
  const problem = textProblem(text);
  if (problem !== undefined) throw new Error(`${file.name}: ${problem}`);
  // What a service exports is wrapped with its version.
  const body = typeof value === 'object' && value !== null && 'body' in value ? value.body : value;
  // Items that are there twice are for the import dialog to choose from.
  const { error } = ItemCollections.safeParse(body);
  if (error) throw new Error(`${file.name}: ${bodyProblem(error)}`);
  return JSON.stringify(body);
}

/** Undefined for what is no text; only a mark at its beginning says that it is UTF-16. */
function decode(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes);
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
