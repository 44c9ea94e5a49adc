import type { FailureKind, FailurePlace, TestFailure } from '@atrium/contract/test-runs/test';
import { unifiedBlocks } from '@atrium/diff/context';
import { diffSequences } from '@atrium/diff/sequence-diff';
import { Alert } from '../../ui/Alert.tsx';
import { classNames } from '../../ui/class-names.ts';

const kindNames: Record<FailureKind, string> = {
  assertion: 'Assertion',
  error: 'Error',
  timeout: 'Timeout',
  memory: 'Memory limit',
};

interface FailureViewProps {
  failure: TestFailure;
  onOpenSource?: ((place: FailurePlace) => void) | undefined;
}

/** Why a test failed: kind, message, what was expected against what came, and where. */
export function FailureView({ failure, onOpenSource }: FailureViewProps) {
  const { kind, name, message, expected, actual, place, stack } = failure;
  const places = stack.length > 0 ? stack : place ? [place] : [];
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Alert kind="error" title={`${kindNames[kind]}: ${name}`}>
        <p className="whitespace-pre-wrap">{message}</p>
      </Alert>
      {expected !== null && actual !== null && <ExpectedDiff expected={expected} actual={actual} />}
      {places.length > 0 && (
        <div>
          <h3 className="mb-1 font-semibold">Where</h3>
          <ol className="font-mono text-xs">
            {places.map((at, index) => (
              // A recursive function stands in the stack more than once.
              <li key={index} className="py-0.5">
                {at.function !== undefined && `${at.function} `}
                <PlaceLink place={at} onOpen={onOpenSource} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

function PlaceLink({
  place,
  onOpen,
}: {
  place: FailurePlace;
  onOpen: ((place: FailurePlace) => void) | undefined;
}) {
  const text = `${place.file}:${place.line}:${place.column}`;
  if (onOpen === undefined) return text;
  return (
    <button type="button" className="link text-left break-all" onClick={() => onOpen(place)}>
      {text}
    </button>
  );
}

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

/** Line by line: what was expected and did not come is `-`, what came instead is `+`. */
function ExpectedDiff({ expected, actual }: { expected: string; actual: string }) {
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
        {lines.length === 0 && <p className="px-3 py-1">Both read the same as text.</p>}
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
