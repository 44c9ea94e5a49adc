import type { IgnoredReason } from '@atrium/contract/configuration/ignored-reason';
import {
  filePlaceOf,
  MAX_FILE_NAME_LENGTH,
  MAX_FOLDER_PATH_LENGTH,
} from '@atrium/contract/service-api/configuration-file';

/** Occurs in names that are not UTF-8; accepting one would give it another name. */
export const NO_UTF8 = '\uFFFD';

/** The rule that the path of a file breaks; for one that is known not to be allowed. */
export function findNameProblem(filePath: string): IgnoredReason {
  if (filePath.includes(NO_UTF8)) return 'NAME_ENCODING';
  const { folderPath, name } = filePlaceOf(filePath);
  if (folderPath.length > MAX_FOLDER_PATH_LENGTH || name.length > MAX_FILE_NAME_LENGTH) return 'NAME_LENGTH';
  if (/[\\:*?"<>|\p{C}\p{Zl}\p{Zp}]/u.test(filePath)) return 'NAME_CHARACTER';
  const segments = filePath.split('/');
  if (segments.some((segment) => !/^[\p{L}\p{N}_]/u.test(segment))) return 'NAME_START';
  return segments.some((segment) => /[\p{Z}.]$/u.test(segment)) ? 'NAME_END' : 'INVALID_NAME';
}
