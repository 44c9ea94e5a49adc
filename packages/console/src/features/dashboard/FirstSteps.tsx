import { AppLink } from '../../ui/AppLink.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Circle } from '../../ui/icons.ts';
import { CircleCheck, X } from '../../ui/message-icons.ts';
import type { FirstStep } from './first-steps.ts';

interface FirstStepsProps {
  steps: readonly FirstStep[];
  onDismiss: () => void;
}

/** First steps of a newcomer in one line: a dot for each, checked when it is done, and the next one in words. */
export function FirstSteps({ steps, onDismiss }: FirstStepsProps) {
  const next = steps.find(({ isDone }) => isDone === false);
  return (
    <section
      aria-labelledby="first-steps"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-panel border border-line bg-surface py-1 pr-1 pl-4 text-sm"
    >
      <h2 id="first-steps" className="font-semibold">
        First steps
      </h2>
      <ol className="flex">
        {steps.map(({ label, hint, href, isDone }) => (
          <li key={label}>
            <AppLink href={href} title={label} className="grid size-6 place-items-center">
              {isDone ? (
                <CircleCheck aria-hidden size={18} className="text-ok" />
              ) : (
                <Circle aria-hidden size={18} className="text-ink-soft" />
              )}
              <span className="sr-only">
                {label}: {stateOf(isDone) ?? hint}
              </span>
            </AppLink>
          </li>
        ))}
      </ol>
      {next && (
        <span className="min-w-36 flex-1">
          Next: <AppLink href={next.href}>{next.label}</AppLink>
        </span>
      )}
      <IconButton label="Hide" className="size-7" icon={<X aria-hidden size={16} />} onClick={onDismiss} />
    </section>
  );
}

/** Undefined for open steps. */
function stateOf(isDone: FirstStep['isDone']): string | undefined {
  if (isDone === undefined) return 'Checking …';
  if (isDone === null) return 'Could not be checked.';
  return isDone ? 'Done' : undefined;
}
