import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Has the letters of Europe, the Caucasus, Arabic and Hebrew, and the symbols of currencies. */
export const BASE_FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));

/** Scripts that the base font lacks and that have a font of one file each. */
const SCRIPT_FONTS: [script: RegExp, font: string][] = [
  [/\p{Script=Bengali}/u, 'bengali'],
  [/\p{Script=Devanagari}/u, 'devanagari'],
  [/\p{Script=Ethiopic}/u, 'ethiopic'],
  [/\p{Script=Gujarati}/u, 'gujarati'],
  [/\p{Script=Gurmukhi}/u, 'gurmukhi'],
  [/\p{Script=Kannada}/u, 'kannada'],
  [/\p{Script=Khmer}/u, 'khmer'],
  [/\p{Script=Malayalam}/u, 'malayalam'],
  [/\p{Script=Myanmar}/u, 'myanmar'],
  [/\p{Script=Sinhala}/u, 'sinhala'],
  [/\p{Script=Tamil}/u, 'tamil'],
  [/\p{Script=Telugu}/u, 'telugu'],
  [/\p{Script=Thai}/u, 'thai'],
];

/** Letters, punctuation and wide forms of East Asia, whose fonts come in about a hundred slices each. */
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u30ff\uff00-\uffef]/u;
const EAST_ASIAN_FONTS = ['sc', 'tc', 'jp', 'kr'];
/** The same character looks different from country to country; simplified Chinese if nothing is known. */
const FONT_OF_COUNTRY: Record<string, string> = {
  JP: 'jp',
  KR: 'kr',
  KP: 'kr',
  TW: 'tc',
  HK: 'tc',
  MO: 'tc',
};

export interface PdfFonts {
  /** TrueType files by name, for characters that the base font lacks. */
  files: Map<string, Buffer>;
  /** Whether a font has only strokes as thin as a hair, as those of East Asia: more of them would be 100 MB. */
  isThin(font: string): boolean;
  /** Name of the font that has a character; undefined for the base font. */
  fontOf(character: string): string | undefined;
}

/** Reads the fonts that a text needs, and no others: together they have 29 MB. */
export async function loadPdfFonts(text: string, country: string): Promise<PdfFonts> {
  const names = new Map<string, string>();
  const files = new Map<string, Buffer>();
  for (const character of new Set(text)) {
    const name = await findFont(character, country);
    if (name === undefined) continue;
    names.set(character, name);
    if (!files.has(name)) files.set(name, await readFont(name));
  }
  return {
    files,
    isThin: (font) => EAST_ASIAN_FONTS.some((asian) => font.startsWith(`noto-sans-${asian}/`)),
    fontOf: (character) => names.get(character),
  };
}

/** `noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2` */
async function findFont(character: string, country: string): Promise<string | undefined> {
  const font = SCRIPT_FONTS.find(([script]) => script.test(character))?.[1];
  if (font !== undefined) return fileName(font, font);
  if (!EAST_ASIAN.test(character)) return undefined;
  const preferred = FONT_OF_COUNTRY[country] ?? 'sc';
  for (const asian of [preferred, ...EAST_ASIAN_FONTS]) {
    const slice = (await loadSlices(asian)).find(({ has }) => has(character.codePointAt(0) ?? 0));
    if (slice !== undefined) return fileName(asian, slice.name);
  }
  return undefined;
}

const fileName = (font: string, part: string): string =>
  `noto-sans-${font}/files/noto-sans-${font}-${part}-wght-normal.woff2`;

interface Slice {
  name: string;
  has(codePoint: number): boolean;
}

const slices = new Map<string, Promise<Slice[]>>();

function loadSlices(font: string): Promise<Slice[]> {
  const known = slices.get(font) ?? readSlices(font);
  slices.set(font, known);
  // The next document reads them again.
  known.catch(() => slices.delete(font));
  return known;
}

async function readSlices(font: string): Promise<Slice[]> {
  const ranges = JSON.parse((await readPackageFile(`noto-sans-${font}/unicode.json`)).toString()) as Record<
    string,
    string
  >;
  return (
    Object.entries(ranges)
      // Other subsets, such as `latin`, are in the base font, too.
      .filter(([name]) => name.startsWith('['))
      .map(([name, list]) => ({ name: name.slice(1, -1), has: toRanges(list) }))
  );
}

/** Reads `U+4e00,U+4e10-4e1f`. */
function toRanges(list: string): (codePoint: number) => boolean {
  const ranges = list.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}

async function readFont(name: string): Promise<Buffer> {
  // The PDF holds parts of a font as they are in the file, which compressed ones do not have.
  const { default: decompress } = await import('wawoff2/decompress.js');
  return Buffer.from(await decompress(await readPackageFile(name)));
}

const readPackageFile = (path: string): Promise<Buffer> =>
  readFile(fileURLToPath(import.meta.resolve(`@fontsource-variable/${path}`)));
