import { diffSequences } from '@atrium/diff/sequence-diff';
import { unifiedBlocks } from '@atrium/diff/unified-blocks';
import { classNames } from '../../../ui/class-names.ts';

/** An object line by line, so that the difference is the member and not the whole of it. */
function toLines(text: string): string[] {
  if (!/^[[{]/.test(text)) return text.split('\n');
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split('\n');
  } catch {
    return text.split('\n');
  }
}

const marks = { context: ' ', removed: '-', added: '+' };

const lineClass = { context: '', removed: 'bg-danger-soft', added: 'bg-ok-soft' };

const lineName = { context: '', removed: 'expected', added: 'actual' };

/** Line diff: `-` marks expected lines, `+` actual ones. */
export function ExpectedDiff({ expected, actual }: { expected: string; actual: string }) {
  const a = toLines(expected);
  const b = toLines(actual);
  const lines = unifiedBlocks(diffSequences(a, b), a, b).flatMap((block) => block.lines);
  return (
    <div>
      <h3 className="mb-1 font-semibold">Expected and actual</h3>
      <div
        tabIndex={0}
        role="group"
        aria-label="Expected and actual"
        className="max-h-72 overflow-auto rounded-control border border-line font-mono text-xs"
      >
        {lines.length === 0 && (
          <p className="px-3 py-1">
            Expected and actual look the same here, but are different objects. To compare what is in them, use
            to.deep.equal.
          </p>
        )}
        {lines.map(({ type, text }, index) => (
          <div
            key={index}
            className={classNames('px-3 py-0.5 whitespace-pre-wrap break-words', lineClass[type])}
          >
            <span aria-hidden>{marks[type]} </span>
            {type !== 'context' && <span className="sr-only">{lineName[type]}: </span>}
            {text}
          </div>
        ))}
      </div>
      <p className="mt-1 text-xs text-ink-soft">− expected, + actual</p>
    </div>
  );
}
