/** Container within a value: an object with the names seen so far, or a list. */
interface Level {
  names: Set<string> | undefined;
  key: string | number;
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const INTEGER = /^-?\d+$/;

/**
 * Describes the data that `JSON.parse` would silently lose from a JSON text: integers with too many digits,
 * numbers out of range, duplicate names, and `__proto__`. With its path: `functions.0.limit: …`.
 */
export function jsonLoss(text: string): string | undefined {
  const levels: Level[] = [];
  let isNameNext = false;
  const lost = (words: string) => {
    const place = levels.map(({ key }) => key).join('.');
    return `${place === '' ? '' : `${place}: `}${words}.`;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    const level = levels.at(-1);
    if (character === '"') {
      const end = endOfText(text, at);
      if (level?.names && isNameNext) {
        const name = JSON.parse(text.slice(at, end + 1)) as string;
        const isTwice = level.names.has(name);
        level.names.add(name);
        level.key = name;
        if (isTwice) return lost(`The name ${JSON.stringify(name)} is there twice`);
        if (name === '__proto__') return lost('This name cannot be used');
        isNameNext = false;
      }
      at = end;
    } else if (character === '{') {
      levels.push({ names: new Set(), key: '' });
      isNameNext = true;
    } else if (character === '[') levels.push({ names: undefined, key: 0 });
    else if (character === '}' || character === ']') levels.pop();
    else if (character === ',') {
      if (typeof level?.key === 'number') level.key += 1;
      else isNameNext = true;
    } else if (character === '-' || (character >= '0' && character <= '9')) {
      NUMBER.lastIndex = at;
      const digits = NUMBER.exec(text)?.[0] ?? character;
      const value = Number(digits);
      if (!Number.isFinite(value)) return lost(`The number ${shortened(digits)} is too large`);
      // `String` returns the shortest digits of a value, and this service writes the same.
      if (INTEGER.test(digits) && String(value) !== digits && BigInt(value) !== BigInt(digits))
        return lost(
          `The number ${shortened(digits)} has more digits than a number can hold. Write it as a text`,
        );
      at += digits.length - 1;
    }
  }
  return undefined;
}

/** Index of the quote that closes the text which begins at `at`. */
function endOfText(text: string, at: number): number {
  let end = at;
  let escapes: number;
  do {
    end = text.indexOf('"', end + 1);
    escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
  } while (escapes % 2 === 1);
  return end;
}

const shortened = (digits: string) => (digits.length > 40 ? `${digits.slice(0, 40)}…` : digits);
