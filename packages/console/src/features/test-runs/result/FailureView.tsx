import type { FailureKind, FailurePlace, TestFailure } from '@atrium/contract/test-runs/test-failure';
import { Alert } from '../../../ui/Alert.tsx';
import { ExpectedDiff } from './ExpectedDiff.tsx';

/** Other errors are titled by their name. */
const kindTitles: Record<Exclude<FailureKind, 'error'>, string> = {
  assertion: 'Assertion failed',
  timeout: 'Time limit',
  memory: 'Memory limit',
};

interface FailureViewProps {
  failure: TestFailure;
  onOpenSource?: ((place: FailurePlace) => void) | undefined;
  /** Whether the failure is from files that are not live. */
  isOfMerge?: boolean | undefined;
}

/** Cause of a failure: kind, message, expected and actual value, location. */
export function FailureView({ failure, onOpenSource, isOfMerge }: FailureViewProps) {
  const { kind, name, message, expected, actual, place, stack } = failure;
  const places = stack.length > 0 ? stack : place ? [place] : [];
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Alert kind="error" title={kind === 'error' ? name : kindTitles[kind]}>
        <p className="whitespace-pre-wrap">{message}</p>
      </Alert>
      {expected !== null && actual !== null && <ExpectedDiff expected={expected} actual={actual} />}
      {places.length > 0 && (
        <div>
          <h3 className="mb-1 font-semibold">Where</h3>
          {isOfMerge && (
            <p className="mb-1 text-sm text-ink-soft">
              In the files with the merge. They are not live, so they cannot be opened here.
            </p>
          )}
          <ol className="font-mono text-xs">
            {places.map((at, index) => (
              // A recursive function is in the stack more than once.
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
