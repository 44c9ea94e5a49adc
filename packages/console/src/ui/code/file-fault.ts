import type { SyntaxFault } from '@atrium/contract/configuration/examine-files';
import { isMetaFile } from '@atrium/contract/service-api/files/item-file-names';
import { LiteralError, parseLiteralModule } from '@atrium/contract/service-api/files/literal';
import { javascriptLanguage, typescriptLanguage } from '@codemirror/lang-javascript';
import { jsonLanguage } from '@codemirror/lang-json';

/** Reason why a file can't be parsed. Metadata is restricted to plain values, although JavaScript allows more. */
export function findFault(name: string, text: string): SyntaxFault | undefined {
  const problem = findSyntaxProblem(name, text);
  if (problem) return { ...problem, message: 'Syntax error' };
  if (!isMetaFile(name)) return undefined;
  try {
    parseLiteralModule(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof LiteralError)) throw error;
    const { line, column, message } = error;
    return { line, column, message };
  }
}

interface SyntaxProblem {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** The first place where a source or a .json text cannot be read; other files are not checked. */
function findSyntaxProblem(name: string, text: string): SyntaxProblem | undefined {
  const language = name.endsWith('.json')
    ? jsonLanguage
    : name.endsWith('.js')
      ? javascriptLanguage
      : name.endsWith('.ts')
        ? typescriptLanguage
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
