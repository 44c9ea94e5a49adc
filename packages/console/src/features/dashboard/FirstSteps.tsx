import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Circle } from '../../ui/icons.ts';
import { CircleCheck } from '../../ui/message-icons.ts';
import type { FirstStep } from './first-steps.ts';

interface FirstStepsProps {
  steps: readonly FirstStep[];
  onDismiss: () => void;
}

/** First steps of new users; completed steps are checked automatically. */
export function FirstSteps({ steps, onDismiss }: FirstStepsProps) {
  return (
    <Card
      title="First steps"
      actions={
        <Button size="small" onClick={onDismiss}>
          Hide
        </Button>
      }
    >
      <ol className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-5">
        {steps.map(({ label, hint, href, isDone }) => (
          <li key={label} className="flex items-start gap-2">
            {isDone ? (
              <CircleCheck aria-hidden size={18} className="mt-0.5 shrink-0 text-ok" />
            ) : (
              <Circle aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-soft" />
            )}
            <span className="min-w-0">
              <AppLink href={href} className="link inline-block min-h-6">
                {label}
              </AppLink>
              <span className="block text-sm text-ink-soft">{stateOf(isDone) ?? hint}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Undefined for open steps. */
function stateOf(isDone: FirstStep['isDone']): string | undefined {
  if (isDone === undefined) return 'Checking …';
  if (isDone === null) return 'Could not be checked.';
  return isDone ? 'Done' : undefined;
}
