import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { ErrorAlert } from './ErrorAlert.tsx';
import { IconButton } from './IconButton.tsx';
import { X } from './message-icons.ts';

interface ErrorDialogProps {
  /** Open while there is one. */
  error: unknown;
  title?: string | undefined;
  onClose: () => void;
  /** Offers to try again. */
  onRetry?: (() => void) | undefined;
  /** True while a retry is running. */
  isRetrying?: boolean;
  /** Other actions that may resolve the error. */
  children?: ReactNode;
}

/** Generic error dialog: shows the error until the user confirms with Ok. */
export function ErrorDialog({ error, ...dialog }: ErrorDialogProps) {
  return error === null || error === undefined ? null : <OpenErrorDialog error={error} {...dialog} />;
}

/**
 * Uses the browser's own dialog instead of the kit's, which is loaded on demand: an unreachable server must be
 * reported without loading anything. Rendered above everything, even the kit's dialog that contains it.
 */
function OpenErrorDialog(props: ErrorDialogProps) {
  const { error, title = 'Error encountered.', onClose, onRetry, isRetrying = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const ok = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const textId = useId();

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    ok.current?.focus();
    // Close before unmounting, so that the focus is restored.
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The kit's dialog around it would take Escape for its own.
      onKeyDown={(event) => event.stopPropagation()}
      className="m-auto w-[28rem] max-w-[calc(100vw-2rem)] overflow-hidden rounded-panel border border-line bg-raised p-0 text-left text-sm font-normal whitespace-normal text-ink shadow-float arriving backdrop:bg-[rgb(12_18_16/0.55)]"
    >
      <div className="flex max-h-[calc(100dvh-2rem)] flex-col">
        <div className="flex items-start gap-3 border-b border-line px-5 py-2">
          <h2 id={titleId} className="min-w-0 flex-1 py-1.5 text-base font-semibold break-words">
            {title}
          </h2>
          <IconButton label="Close" icon={<X aria-hidden size={18} />} className="-mr-2" onClick={onClose} />
        </div>
        <div id={textId} className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
          <ErrorAlert error={error} title={null} onRetry={onRetry} isRetrying={isRetrying} />
          {props.children}
        </div>
        <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 py-3">
          <Button ref={ok} variant="primary" onClick={onClose}>
            Ok
          </Button>
        </div>
      </div>
    </dialog>
  );
}
