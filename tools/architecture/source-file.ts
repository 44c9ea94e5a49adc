import { basename, dirname, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { type ClassShape, type FunctionShape, type Node, readClass, readFunctions } from './class-shape.ts';

/** One `import … from`, `export … from` or `import()`. */
export interface Import {
  /** A package's name, or a path from the root: `packages/server/src/app.ts`. */
  target: string;
  isRelative: boolean;
  names: string[];
  isTypeOnly: boolean;
}

/**
 * Facts about a source file that the rules check, read from its syntax tree, so that comments and strings don't
 * count.
 */
export interface SourceFile {
  path: string;
  text: string;
  isTest: boolean;
  imports: Import[];
  classes: ClassShape[];
  functions: FunctionShape[];
  /** First arguments of the calls that name a table, and the SQL of tagged templates and of `query(…)`. */
  tableCalls: string[];
  sql: string[];
  /** Texts of the program, without what comments say. */
  strings: string[];
  /** Titles of its tests and of their steps, as they are written: `%s` and `${}` stand for themselves. */
  testTitles: string[];
  readsEnvironment: boolean;
  /** Whether it puts a file's path together from its folder and its name. */
  joinsPath: boolean;
  /** Whether it translates between a file's place and the names that payloads have for it. */
  renamesPlace: boolean;
  /** Whether it only passes on what other files export. */
  isBarrel: boolean;
}

/** `{ name: folderPath }`, in an object or taken out of one. */
const RENAMED_PLACE = /^(?:(?:name|folder|folderName): folderPath|folderPath: (?:name|folder|folderName))$/;

const TABLE_CALLS = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
  'using',
  'from',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
  'table',
]);

export function readSourceFile(path: string, text: string): SourceFile {
  const file: SourceFile = {
    path,
    text,
    isTest: /\.(test|e2e)\.tsx?$/.test(path) || /^(e2e|bench)\/|\/test\//.test(path),
    imports: [],
    classes: [],
    functions: [],
    tableCalls: [],
    sql: [],
    strings: [],
    testTitles: [],
    readsEnvironment: false,
    joinsPath: false,
    renamesPlace: false,
    isBarrel: false,
  };
  const { program, errors } = parseSync(basename(path), text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const body = program.body as unknown as Node[];
  file.functions = readFunctions(body);
  const isPassedOn = ({ type, source }: Node) =>
    type === 'ExportAllDeclaration' || (type === 'ExportNamedDeclaration' && source !== null);
  file.isBarrel = /^index\.\w+$/.test(basename(path)) || (body.length > 0 && body.every(isPassedOn));
  visit(program as unknown as Node, file);
  return file;
}

function visit(node: Node, file: SourceFile): void {
  readNode(node, file);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) visit(child, file);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function readNode(node: Node, file: SourceFile): void {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      return readImport(node, file);
    case 'ClassDeclaration':
      file.classes.push(readClass(node));
      return;
    case 'CallExpression':
      return readCall(node, file);
    case 'TaggedTemplateExpression':
      if (/^sql\b/.test(sourceOf(node.tag as Node, file))) file.sql.push(sourceOf(node.quasi as Node, file));
      return;
    case 'MemberExpression':
      if (sourceOf(node, file) === 'process.env') file.readsEnvironment = true;
      return;
    case 'Property':
      if (RENAMED_PLACE.test(sourceOf(node, file))) file.renamesPlace = true;
      return;
    case 'TemplateLiteral':
      if (/folderPath\}\/\$\{/i.test(sourceOf(node, file))) file.joinsPath = true;
      return;
    case 'Literal':
      if (typeof node.value === 'string') file.strings.push(node.value);
      return;
    case 'JSXText':
      file.strings.push(String(node.value));
      return;
    case 'TemplateElement':
      file.strings.push((node.value as { raw: string }).raw);
  }
}

function sourceOf(node: Node, { text }: SourceFile): string {
  return text.slice(node.start as number, node.end as number);
}

function readImport(node: Node, file: SourceFile): void {
  const source = node.source as { value?: unknown } | null;
  if (typeof source?.value !== 'string') return;
  const isRelative = source.value.startsWith('.');
  const target = isRelative ? posix.join(dirname(file.path), source.value) : source.value;
  const specifiers = (node.specifiers ?? []) as Node[];
  const isType = (each: Node) => (each.importKind ?? each.exportKind) === 'type';
  file.imports.push({
    target,
    isRelative,
    names: specifiers.map((each) => sourceOf((each.imported ?? each.local) as Node, file)),
    isTypeOnly: isType(node) || (specifiers.length > 0 && specifiers.every(isType)),
  });
  if (target === 'node:process') file.readsEnvironment = true;
}

function readCall(node: Node, file: SourceFile): void {
  readTest(node, file);
  const property = (node.callee as Node).property as Node | undefined;
  const argument = (node.arguments as Node[])[0];
  if (property?.name === 'query' && /^(Literal|TemplateLiteral)$/.test(argument?.type ?? '')) {
    file.sql.push(sourceOf(argument as Node, file));
  }
  if (!TABLE_CALLS.has(String(property?.name))) return;
  const tables = argument?.type === 'ArrayExpression' ? (argument.elements as Node[]) : [argument];
  for (const table of tables) if (typeof table?.value === 'string') file.tableCalls.push(table.value);
}

/**
 * Titles of `test('title', …)`, `test.each(…)('title', …)` and `test.step('title', …)`; skipped tests prove
 * nothing.
 */
function readTest(node: Node, file: SourceFile): void {
  const callee = sourceOf(node.callee as Node, file);
  if (!/^(?:test|it)\b/.test(callee) || /^\w+\.(?:skip|todo|fixme|describe)\b/.test(callee)) return;
  const [title] = node.arguments as Node[];
  if (title?.type === 'Literal' && typeof title.value === 'string') file.testTitles.push(title.value);
  if (title?.type === 'TemplateLiteral') file.testTitles.push(sourceOf(title, file).slice(1, -1));
}
