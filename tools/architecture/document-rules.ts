import { RUNTIME_AREAS } from './rooms.ts';
import { AREAS, type House, type Rule } from './rule.ts';

const RECIPES = 'docs/recipes.md';
const CONTRIBUTING = 'CONTRIBUTING.md';

const textOf = ({ documents }: House, name: string) =>
  documents.find(({ path }) => path === name)?.text ?? '';

/** Written the same but for line breaks, and the commas that the formatter adds at their ends. */
const flat = (text: string) => text.replaceAll(/\s+/g, '').replaceAll(/,(?=[)\]}])/g, '');

interface Snippet {
  /** The first file that its step names. */
  path: string;
  /** Its code, in the pieces that `…` leaves of it. */
  pieces: string[];
}

/** The code of each step; a step begins with its number. */
function snippetsOf(text: string): Snippet[] {
  return text.split(/^(?=\d+\. )/m).flatMap((step) => {
    const path = /`((?:packages|e2e)\/[\w./-]+\.\w+)`/.exec(step)?.[1] ?? '';
    const codes = [...step.matchAll(/^ *```\w+\n(.*?)^ *```$/gms)].map(([, code = '']) => code);
    return codes.map((code) => ({ path, pieces: code.split('…').filter((piece) => piece.trim() !== '') }));
  });
}

function findForeign(house: House): string[] {
  return snippetsOf(textOf(house, RECIPES)).flatMap(({ path, pieces }) => {
    const source = flat(house.files.find((file) => file.path === path)?.text ?? '');
    return pieces
      .filter((piece) => !source.includes(flat(piece)))
      .map((piece) => `${path || 'no file'}: ${piece.trim()}`);
  });
}

/** What a list of code words has too much or too little of. */
function findDifferences(list: string | undefined, names: readonly string[]): string[] {
  if (list === undefined) return [];
  const named = [...list.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name);
  const differing = [
    ...names.filter((name) => !named.includes(name)),
    ...named.filter((name) => !names.includes(name)),
  ];
  return differing.map((name) => `${CONTRIBUTING}: ${name}`);
}

export const documentRules: Rule[] = [
  {
    says: 'the examples of the recipes stand so in the files that their steps name',
    find: findForeign,
  },
  {
    says: 'CONTRIBUTING.md lists the areas as they are',
    find: (house) => {
      const text = textOf(house, CONTRIBUTING);
      return [
        ...findDifferences(/know them all: (.*?)\.\s/s.exec(text)?.[1], AREAS),
        ...findDifferences(/→ areas \(([^)]*)\)/.exec(text)?.[1], RUNTIME_AREAS),
      ];
    },
  },
];
