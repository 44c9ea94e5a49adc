/** Any node of a syntax tree. */
export type Node = { type: string } & Record<string, unknown>;

/** Facts about a class that the rules check. */
export interface ClassShape {
  name: string;
  /** Fields and members that are neither `#private` nor methods for everyone. */
  openState: string[];
  constructorParameters: number;
  /** Whether a static method creates it: a constructor cannot await. */
  isBuiltByItself: boolean;
}

/** Facts about a top-level function that the rules check. */
export interface FunctionShape {
  name: string;
  isExported: boolean;
  /** Name of the first parameter; undefined if it has none, or takes it apart. */
  first: string | undefined;
}

const nameOf = (node: unknown) => String((node as Node | null)?.name ?? '');
const isHidden = (member: Node) => (member.key as Node).type === 'PrivateIdentifier';

export function readClass(node: Node): ClassShape {
  const members = (node.body as Node).body as Node[];
  const methods = members.filter(({ type }) => type === 'MethodDefinition');
  const constructor = methods.find(({ kind }) => kind === 'constructor');
  return {
    name: nameOf(node.id),
    openState: members
      .filter(
        (member) =>
          (member.type === 'PropertyDefinition' && !isHidden(member)) ||
          (member.kind !== 'constructor' && member.accessibility != null),
      )
      .map(({ key }) => nameOf(key)),
    constructorParameters:
      ((constructor?.value as Node | undefined)?.params as unknown[] | undefined)?.length ?? 0,
    isBuiltByItself: methods.some((member) => member.static === true),
  };
}

/** The functions that a program declares at its top, exported or not. */
export function readFunctions(body: Node[]): FunctionShape[] {
  return body.flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const declared = (isExported ? statement.declaration : statement) as Node | null;
    if (declared?.type !== 'FunctionDeclaration') return [];
    const [first] = declared.params as Node[];
    return [
      {
        name: nameOf(declared.id),
        isExported,
        first: first?.type === 'Identifier' ? nameOf(first) : undefined,
      },
    ];
  });
}
