import { searchMatcher } from '../../../lib/search-text.ts';

export type FileFilter = (file: { readonly name: string; readonly folderPath: string }) => boolean;

/** Finds files whose name or folder matches. */
export function searchFilter(text: string): FileFilter {
  const matches = searchMatcher(text);
  return ({ name, folderPath }) => matches(name) || matches(folderPath);
}
