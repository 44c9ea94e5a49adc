import type { SyntaxFault } from '@atrium/contract/configuration/examine-files';
import { isMetaFile, isTypeScript } from '@atrium/contract/service-api/files/item-file-names';
import { LiteralError, parseLiteralModule } from '@atrium/contract/service-api/files/literal';
import { stripTypes } from '@atrium/host/strip-types';
import { parse } from 'acorn';

/** Finds the place at which parsing fails: metadata is parsed as plain values, a source as a JavaScript module without its types. */
export function findSyntaxFault(name: string, content: string): SyntaxFault | undefined {
  try {
    if (isMetaFile(name)) {
      parseLiteralModule(content);
      return undefined;
    }
    const stripped = isTypeScript(name) ? stripTypes(content) : { code: content };
    if ('fault' in stripped) return stripped.fault;
    parse(stripped.code, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
    return undefined;
  } catch (error) {
    if (error instanceof LiteralError) {
      return { line: error.line, column: error.column, message: error.message };
    }
    if (error instanceof SyntaxError && 'loc' in error) {
      const { line, column } = error.loc as { line: number; column: number };
      return { line, column: column + 1, message: error.message.replace(PLACE, '') };
    }
    // Code that is nested too deeply for a parser cannot be run either.
    if (error instanceof RangeError) return { line: 1, column: 1, message: 'Nested too deeply' };
    throw error;
  }
}

/** The place that acorn's messages end with. */
const PLACE = / \(\d+:\d+\)$/;
