import { javascriptLanguage } from '@codemirror/lang-javascript';
import { jsonLanguage } from '@codemirror/lang-json';

export interface SyntaxProblem {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** The first place where a .js or .json text cannot be read; other files are not checked. */
export function findSyntaxProblem(name: string, text: string): SyntaxProblem | undefined {
  const language = name.endsWith('.json')
    ? jsonLanguage
    : name.endsWith('.js')
      ? javascriptLanguage
      : undefined;
  if (!language) return undefined;
  const tree = language.parser.parse(text);
  let offset: number | undefined;
  tree.iterate({
    enter: ({ type, from }) => {
      if (offset !== undefined) return false;
      if (type.isError) offset = from;
      return undefined;
    },
  });
  if (offset === undefined) return undefined;
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
