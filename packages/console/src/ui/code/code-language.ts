import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import type { Extension } from '@codemirror/state';

/** The language of a file, by its ending. */
export function languageOf(name: string): Extension {
  if (name.endsWith('.json')) return json();
  const [, dialect] = /\.[cm]?([jt]s)x?$/.exec(name) ?? [];
  return dialect === undefined ? [] : javascript({ typescript: dialect === 'ts' });
}
