import { type PlainText, toPlainText } from '@atrium/diff/line-endings';
import type { MergeSides } from './merge-start.ts';

/** The sides ready to be merged: `\n` only, no byte order mark. */
export interface PlainSides extends MergeSides {
  readonly facts: readonly string[];
}

/** Returns the sides as the editor shows them. */
export function toPlainSides(sides: MergeSides): PlainSides {
  const local = toPlainText(sides.local);
  const remote = toPlainText(sides.remote);
  return {
    base: sides.base === null ? null : toPlainText(sides.base).text,
    local: local.text,
    remote: remote.text,
    facts: factsOf(local, remote, sides),
  };
}

const endingNames = { lf: 'LF', crlf: 'CRLF' };

function factsOf(local: PlainText, remote: PlainText, sides: MergeSides): string[] {
  const facts: string[] = [];
  if (local.text === remote.text && sides.local !== sides.remote) {
    facts.push('The files differ only in line endings or a byte order mark. The local ones are kept.');
    return facts;
  }
  // Without a line break local has no endings that the result could use.
  const areOther = local.ending !== remote.ending || local.isMixed !== remote.isMixed;
  if (areOther && local.text.includes('\n')) {
    const name = ({ ending, isMixed }: PlainText) => (isMixed ? 'mixed' : endingNames[ending]);
    facts.push(
      `Line endings: local ${name(local)}, remote ${name(remote)}. The result uses the local line endings.`,
    );
  }
  if (local.hasBom !== remote.hasBom) {
    const [has, lacks] = local.hasBom ? ['Local', 'remote'] : ['Remote', 'local'];
    facts.push(`${has} begins with a byte order mark, ${lacks} does not. The result follows local.`);
  }
  return facts;
}
