import { z } from 'zod';
import { MAX_FILE_NAME_LENGTH, MAX_FOLDER_PATH_LENGTH } from '../service-api/files/configuration-file.ts';

/** Why a file of the repository takes no part. */
export const IgnoredReason = z.enum([
  /** The first folder is not the id of a service of this domain. */
  'NOT_A_SERVICE',
  /** It is directly in the service's folder. */
  'NO_FOLDER',
  /** It ends neither in `.js`, `.ts` nor `.meta.js`, or in `.d.ts` or `.meta.ts`. */
  'NOT_SOURCE_OR_METADATA',
  /** A name that the platform keeps for itself. */
  'INVALID_NAME',
  /** It, or a folder above it, begins with something other than a letter, a digit or `_`. */
  'NAME_START',
  /** A folder above it ends with a space or a dot. */
  'NAME_END',
  'NAME_CHARACTER',
  'NAME_LENGTH',
  /** The bytes of the name are not UTF-8. */
  'NAME_ENCODING',
  /** Two names that are the same on systems that ignore case or normalize Unicode; neither is accepted. */
  'AMBIGUOUS_NAME',
  /** A `.js` and a `.ts` of one name; neither is accepted. */
  'TWO_SOURCES',
  'SYMBOLIC_LINK',
  'SUBMODULE',
  /** Larger than a configuration file may be. */
  'TOO_LARGE',
  /** Not UTF-8 text. */
  'NOT_TEXT',
  /** A pointer of git's large file storage instead of the content. */
  'LFS_POINTER',
]);

export type IgnoredReason = z.infer<typeof IgnoredReason>;

/** Text of the console for each reason, after the number of files. */
export const ignoredReasonText: Record<IgnoredReason, string> = {
  NOT_A_SERVICE: 'outside the folders of your services',
  NO_FOLDER: "directly in a service's folder, without a folder of its own",
  NOT_SOURCE_OR_METADATA: 'neither .js, .ts nor .meta.js (.d.ts is no source)',
  INVALID_NAME: 'with a name that is reserved, such as __proto__ or a.meta.meta.js',
  NAME_START: 'whose name, or the name of a folder, does not begin with a letter, a digit or _',
  NAME_END: 'in a folder whose name ends with a space or a dot',
  NAME_CHARACTER: 'with a character that names cannot have: \\ : * ? " < > | or an invisible one',
  NAME_LENGTH: `with a name over ${MAX_FILE_NAME_LENGTH} characters, or in folders over ${MAX_FOLDER_PATH_LENGTH}`,
  NAME_ENCODING: 'with a name that is not UTF-8 text',
  AMBIGUOUS_NAME: 'whose names differ only in case or Unicode form',
  TWO_SOURCES: 'with a .js and a .ts of one name, of which a service takes only one',
  SYMBOLIC_LINK: 'symbolic links, never followed',
  SUBMODULE: 'submodules, never fetched',
  TOO_LARGE: 'too large',
  NOT_TEXT: 'not UTF-8 text',
  LFS_POINTER: 'kept in large file storage (LFS)',
};
