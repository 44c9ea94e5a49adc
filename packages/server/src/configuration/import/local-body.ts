import { ConfigurationItem, isCollectionName } from '@atrium/contract/service-api/files/configuration-item';
import { itemToFiles } from '@atrium/contract/service-api/files/item-files';
import { PlaceConflicts, placeConflictText } from '@atrium/contract/service-api/files/place-conflicts';
import { VersionNumber } from '@atrium/contract/service-api/versions/export';
import { JsonCursor } from '@atrium/host/json-cursor';

/** The live configuration of a service. */
export interface LocalBody {
  version: number;
  /** JSON text, in pieces that end between two items. */
  pieces: string[];
}

/** Short enough to be written in an instant, and long enough for a hundred thousand files to be some hundreds of pieces. */
const PIECE_CHARACTERS = 64 * 1024;

/** Reads what a service answers `exportBody`, in steps of one item, and checks it as the contract says. */
export function* readLocalBody(text: string): Generator<undefined, LocalBody> {
  const cursor = new JsonCursor(text);
  let version: number | undefined;
  let pieces: string[] | undefined;
  for (const name of cursor.members()) {
    if (name === 'version') version = VersionNumber.parse(cursor.value());
    else if (name === 'body') pieces = yield* gather(itemsOf(cursor));
    else cursor.value();
    yield;
  }
  cursor.end();
  if (version === undefined || pieces === undefined) throw new TypeError('a version or a body is missing');
  return { version, pieces };
}

/** Items of a body as JSON again, each checked, as it stands in the contract and in its order. */
function* itemsOf(cursor: JsonCursor): Generator<string> {
  const conflicts = new PlaceConflicts();
  let separator = '{';
  for (const collection of cursor.members()) {
    if (!isCollectionName(collection)) throw new TypeError(`${collection} is no name of a collection`);
    yield `${separator}${JSON.stringify(collection)}:[`;
    separator = '';
    for (const _ of cursor.elements()) {
      const item = ConfigurationItem.parse(cursor.value());
      for (const file of itemToFiles(collection, item)) conflicts.add(file);
      yield separator + JSON.stringify(item);
      separator = ',';
    }
    separator = '],';
  }
  const [conflict] = conflicts.found;
  if (conflict) throw new TypeError(placeConflictText(conflict));
  yield separator === '{' ? '{}' : ']}';
}

/** Short pieces together, in their order. */
export function* gather(short: Iterable<string>): Generator<undefined, string[]> {
  const pieces: string[] = [];
  let piece = '';
  for (const each of short) {
    piece += each;
    if (piece.length >= PIECE_CHARACTERS) {
      pieces.push(piece);
      piece = '';
    }
    yield;
  }
  pieces.push(piece);
  return pieces;
}
