import type { SyntaxFault } from '@atrium/contract/configuration/look';
import { isMetaFile } from '@atrium/contract/service-api/item-file-names';
import { LiteralError, parseLiteralModule } from '@atrium/contract/service-api/literal';
import { findSyntaxProblem } from './syntax-check.ts';

/** Why a file cannot be read. Metadata is read as plain values only, where JavaScript allows more. */
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
