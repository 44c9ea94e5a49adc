/* Files of a configuration, always the same ones: for benchmarks that need many of them and no history. */

const FILES_PER_FOLDER = 40;
const SERVICE = 'hyper-dispatch';

export const pathOf = (index: number) =>
  `${SERVICE}/functions/group${Math.floor(index / FILES_PER_FOLDER)}/file${index}.js`;

/** A function of some 2 kB, of which a commit changes two lines. */
export function contentOf(index: number, commit: number): string {
  const steps = Array.from(
    { length: 24 },
    (_, line) =>
      `  const step${line} = call('function-${(index * 31 + line) % 997}', { value: ${index + line} });`,
  );
  return `// file ${index}\nexport default function handle(order) {\n${steps.join('\n')}\n  return { order, version: ${commit} };\n}\n`;
}
