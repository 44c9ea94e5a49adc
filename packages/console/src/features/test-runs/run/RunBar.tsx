import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { ArrowLeft } from '../../../ui/icons.ts';

interface RunBarProps {
  onBack: (() => void) | undefined;
  stopsOnError: boolean;
  /** Absent once the run has started; the value is then read-only. */
  onStopsOnError?: (stopsOnError: boolean) => void;
  children: ReactNode;
}

/** Toolbar with the back link, the behavior after a failure, and further options and actions. */
export function RunBar({ onBack, stopsOnError, onStopsOnError, children }: RunBarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-5 gap-y-3">
      {onBack && (
        <Button icon={<ArrowLeft aria-hidden size={16} />} onClick={onBack}>
          Back
        </Button>
      )}
      <Checkbox
        label="Stop Execution On Error"
        className="py-2"
        checked={stopsOnError}
        {...(onStopsOnError
          ? { onChange: (event) => onStopsOnError(event.target.checked) }
          : { disabled: true, readOnly: true })}
      />
      {children}
    </div>
  );
}
