import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { Fragment, type ReactNode, type RefObject, useId } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import { X } from './message-icons.ts';
import { addToastRoom } from './toast.ts';
import { useIsNarrow } from './use-is-narrow.ts';

export type DialogSize = 'small' | 'medium' | 'large' | 'full';

const widths: Record<DialogSize, string> = {
  small: 'w-[28rem]',
  medium: 'w-[40rem]',
  large: 'w-[64rem]',
  full: 'w-[calc(100vw-2rem)] h-[calc(100dvh-2rem)]',
};

export interface DialogProps {
  isOpen: boolean;
  /** Escape, the close button or a click outside the dialog. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, shown below the scrolling content. */
  footer?: ReactNode;
  size?: DialogSize;
  /** `alertdialog` for questions and errors: a click outside does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** Element to focus on opening; else the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  bodyClassName?: string;
}

export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, description, children, footer, size = 'medium', role = 'dialog' } = props;
  const bodyId = useId();
  // A question or an error is read out whole when it opens.
  const describedBy = role === 'alertdialog' ? { 'aria-describedby': bodyId } : undefined;
  return (
    <BaseDialog.Root
      open={isOpen}
      disablePointerDismissal={role === 'alertdialog'}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(12_18_16/0.55)] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          role={role}
          {...describedBy}
          initialFocus={props.initialFocus}
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col overflow-clip rounded-panel border border-line bg-raised [--ground:var(--atrium-raised)] text-ink shadow-float arriving',
            widths[size],
          )}
        >
          {/* Not header and footer: outside of a section those would be landmarks of the whole page. */}
          <div className="flex items-start gap-3 border-b border-line px-5 py-2">
            <div className="min-w-0 flex-1">
              <BaseDialog.Title className="py-1.5 text-base font-semibold break-words">
                {typeof title === 'string' ? <BreakAfterSlashes text={title} /> : title}
              </BaseDialog.Title>
              {description && (
                <BaseDialog.Description className="-mt-1 pb-1.5 text-sm text-ink-soft">
                  {description}
                </BaseDialog.Description>
              )}
            </div>
            <BaseDialog.Close
              render={<IconButton label="Close" icon={<X aria-hidden size={18} />} className="-mr-2" />}
            />
          </div>
          <div
            id={bodyId}
            className={classNames('min-h-0 flex-1 overflow-y-auto px-5 py-4', props.bodyClassName)}
          >
            {children}
          </div>
          <ToastRoom />
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 py-3">
              {footer}
            </div>
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** A text that may break after its slashes: a path that is too long for its line breaks between names, not within one. */
function BreakAfterSlashes({ text }: { text: string }) {
  return text.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={index}>
      {/* Hidden, because Chromium reads it out as a space. */}
      {index > 0 && <wbr aria-hidden />}
      {part}
    </Fragment>
  ));
}

/**
 * Toast region inside a dialog on phones, where toasts above the dialog would cover its buttons and toasts below would
 * be unreadable. Rendered before any toast, so that screen readers announce new ones.
 */
function ToastRoom() {
  const isNarrow = useIsNarrow();
  return (
    isNarrow && (
      <div
        ref={addToastRoom}
        role="log"
        aria-label="Messages"
        aria-live="polite"
        className="max-h-40 overflow-y-auto px-2"
      />
    )
  );
}
