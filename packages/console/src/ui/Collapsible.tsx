import { type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { ChevronRight } from './icons.ts';

interface CollapsibleProps {
  title: ReactNode;
  /** Shown in the heading's row, next to the button. */
  aside?: ReactNode;
  children: ReactNode;
  isInitiallyOpen?: boolean;
  level?: 2 | 3 | 4;
  className?: string;
}

export function Collapsible(props: CollapsibleProps) {
  const { title, aside, children, isInitiallyOpen = false, level = 3, className } = props;
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const id = useId();
  const Heading = `h${level}` as 'h3';
  return (
    <div className={classNames('min-w-0', className)}>
      <div className="flex items-center gap-2">
        <Heading className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-9 w-full items-center gap-2 rounded-control px-1 text-left font-semibold hover:bg-accent-soft"
          >
            <ChevronRight
              aria-hidden
              size={18}
              className={classNames('shrink-0 text-ink-soft transition-transform', isOpen && 'rotate-90')}
            />
            <span className="min-w-0">{title}</span>
          </button>
        </Heading>
        {aside}
      </div>
      <div id={id} hidden={!isOpen} className="pt-2">
        {isOpen && children}
      </div>
    </div>
  );
}
