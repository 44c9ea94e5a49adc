import { classNames } from './class-names.ts';
import { Check } from './icons.ts';

interface Step {
  id: string;
  label: string;
}

interface StepperProps {
  steps: readonly Step[];
  currentId: string;
  /** Lets users go back to a completed step. */
  onGoTo?: (id: string) => void;
  label?: string;
}

/** Steps of a wizard: done, current or upcoming; shown by icon and text as well as color. */
export function Stepper({ steps, currentId, onGoTo, label = 'Steps' }: StepperProps) {
  const current = steps.findIndex((step) => step.id === currentId);
  return (
    <nav aria-label={label}>
      <ol className="flex flex-wrap gap-x-1 gap-y-2 max-sm:gap-x-0">
        {steps.map((step, index) => {
          const isDone = index < current;
          const isCurrent = index === current;
          const content = (
            <>
              <span
                aria-hidden
                className={classNames(
                  'flex size-6 shrink-0 items-center justify-center rounded-full border-2 text-xs font-bold',
                  isCurrent && 'border-accent bg-accent text-accent-ink',
                  isDone && 'border-accent bg-accent-soft text-accent',
                  !isCurrent && !isDone && 'border-line-strong text-ink-soft',
                )}
              >
                {isDone ? <Check size={14} strokeWidth={3} /> : index + 1}
              </span>
              <span className={isCurrent ? 'font-semibold' : 'text-ink-soft max-sm:sr-only'}>
                {step.label}
                {isDone && <span className="sr-only"> (done)</span>}
              </span>
            </>
          );
          return (
            <li
              key={step.id}
              aria-current={isCurrent ? 'step' : undefined}
              className="flex items-center gap-1"
            >
              {isDone && onGoTo ? (
                <button
                  type="button"
                  onClick={() => onGoTo(step.id)}
                  className="flex min-h-9 items-center gap-2 rounded-control px-2 max-sm:px-1 hover:bg-accent-soft"
                >
                  {content}
                </button>
              ) : (
                <span className="flex min-h-9 items-center gap-2 px-2 max-sm:px-1">{content}</span>
              )}
              {index < steps.length - 1 && (
                <span aria-hidden className="h-px w-6 bg-line-strong max-sm:hidden" />
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
