import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from './message-icons.ts';

type AlertKind = 'error' | 'warning' | 'success' | 'note';

const kinds = {
  error: { box: 'border-danger bg-danger-soft', tone: 'text-danger', Icon: CircleAlert },
  warning: { box: 'border-warn bg-warn-soft', tone: 'text-warn', Icon: TriangleAlert },
  success: { box: 'border-ok bg-ok-soft', tone: 'text-ok', Icon: CircleCheck },
  note: { box: 'border-note bg-note-soft', tone: 'text-note', Icon: Info },
};

interface AlertProps {
  kind?: AlertKind;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons shown below the text. */
  actions?: ReactNode;
  className?: string;
}

/** A message that stays where it is. Errors interrupt a screen reader, others wait. */
export function Alert({ kind = 'note', title, children, actions, className }: AlertProps) {
  const { box, tone, Icon } = kinds[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={classNames('flex gap-3 rounded-control border-l-4 px-4 py-3', box, className)}
    >
      <Icon aria-hidden size={20} className={classNames('mt-px shrink-0', tone)} />
      <div className="min-w-0 flex-1 break-words">
        {title && <p className={classNames('font-semibold', tone)}>{title}</p>}
        {children}
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
