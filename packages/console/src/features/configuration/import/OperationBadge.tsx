import type { Operation, OperationState } from '@atrium/contract/configuration/progress';
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx';

/** A pull that is done has not been submitted yet. */
const doneTexts: Record<Operation['kind'], string> = {
  PULL: 'Pulled',
  PUSH: 'Pushed',
  IMPORT: 'Imported',
  SUBMIT: 'Submitted',
  RETURN: 'Returned',
};
const states: Record<OperationState, { text: string; tone: BadgeTone }> = {
  RUNNING: { text: 'Running', tone: 'warn' },
  DONE: { text: 'Done', tone: 'ok' },
  FAILED: { text: 'Failed', tone: 'danger' },
  CANCELED: { text: 'Canceled', tone: 'neutral' },
};

/** Whether it runs, and how it ended. */
export function OperationBadge({ operation: { kind, state } }: { operation: Operation }) {
  return <Badge tone={states[state].tone}>{state === 'DONE' ? doneTexts[kind] : states[state].text}</Badge>;
}
