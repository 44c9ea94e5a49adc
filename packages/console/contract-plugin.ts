import type { ESTree, Plugin } from 'vite';

/** Properties of a call that the browser uses. The others serve the server, the OpenAPI page and the types. */
const browserParts = new Set([
  'method',
  'path',
  'access',
  'permission',
  'produces',
  'idempotent',
  'isResponseNeeded',
]);

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Removes unused contract code from the console: every property of a call except address and permission, and unread
 * schemas. Otherwise each page would load Zod and build the schemas of its calls before the first render.
 */
export function contractForBrowsers(): Plugin {
  return {
    name: 'atrium-contract-for-browsers',
    apply: 'build',
    // Runs after type stripping.
    enforce: 'post',
    transform: {
      filter: { id: /packages\/contract\/src\/.*\.ts$/ },
      handler(code) {
        return { code: keepWhatBrowsersNeed(code, this.parse(code)), map: null };
      },
    },
  };
}

/** `program` is the syntax tree of `code`. */
export function keepWhatBrowsersNeed(code: string, program: ESTree.Program): string {
  const edits: Edit[] = [];
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type === 'FunctionDeclaration') edits.push(...editsOfEndpoints(code, declaration));
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration.declarations) {
      if (init?.type !== 'CallExpression') continue;
      edits.push(editOfCall(code, init));
    }
  }
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: own }) => text.slice(0, start) + own + text.slice(end), code);
}

/** Edits of all calls that a function defines, such as for two scopes. */
function editsOfEndpoints(code: string, node: object): Edit[] {
  const endpoint = 'type' in node && editOfEndpoint(code, node as ESTree.Node);
  if (endpoint) return [endpoint];
  return Object.values(node).flatMap((part: unknown) =>
    typeof part === 'object' && part !== null ? editsOfEndpoints(code, part) : [],
  );
}

function editOfCall(code: string, call: ESTree.CallExpression): Edit {
  const { start, end } = call;
  return (
    editOfEndpoint(code, call) ?? {
      start,
      end,
      // Creation has no side effects, so unused schemas are tree-shaken.
      text: `/* @__PURE__ */ (() => ${code.slice(start, end)})()`,
    }
  );
}

/** Undefined for all but a call of `defineEndpoint`. */
function editOfEndpoint(code: string, call: ESTree.Node): Edit | undefined {
  if (call.type !== 'CallExpression') return undefined;
  const { start, end, callee } = call;
  const [argument] = call.arguments;
  if (
    callee.type !== 'Identifier' ||
    callee.name !== 'defineEndpoint' ||
    argument?.type !== 'ObjectExpression'
  )
    return undefined;
  const kept = argument.properties
    .filter(
      (property) =>
        property.type === 'SpreadElement' ||
        (property.key.type === 'Identifier' && browserParts.has(property.key.name)),
    )
    .map((property) => code.slice(property.start, property.end));
  return { start, end, text: `{ produces: 'json', ${kept.join(', ')} }` };
}
