import type { FailedTry } from '@atrium/contract/test-runs/test';
import type { FailurePlace } from '@atrium/contract/test-runs/test-failure';
import { Collapsible } from '../../ui/Collapsible.tsx';
import { ConsoleOutput } from './ConsoleOutput.tsx';
import { FailureView } from './FailureView.tsx';

interface FailedTriesProps {
  tries: readonly FailedTry[];
  onOpenSource: ((place: FailurePlace) => void) | undefined;
  isOfMerge: boolean | undefined;
}

/** Why a test was tried again, try by try; nothing where it was not. */
export function FailedTries({ tries, onOpenSource, isOfMerge }: FailedTriesProps) {
  return tries.map(({ failure, console: output }, index) => (
    <Collapsible key={index} title={`Try ${index + 1} failed`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-2">
        <FailureView failure={failure} onOpenSource={onOpenSource} isOfMerge={isOfMerge} />
        <ConsoleOutput text={output} />
      </div>
    </Collapsible>
  ));
}
