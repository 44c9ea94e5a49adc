import { type ReactNode, useState } from 'react';
import { useStayingBar } from '../../../layout/staying-bars.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronDown, ChevronUp } from '../../../ui/icons.ts';

interface SubmitBarProps {
  /** Summary of the submit, in numbers. */
  summary: string;
  /** Conflicts that wait for a decision. */
  openCount: number;
  onLeadToOpen: () => void;
  /** Result of testing the candidate. */
  tested: ReactNode;
  /** Progress of the submit. */
  progress?: ReactNode;
  /** The buttons that are always in sight. */
  children: ReactNode;
  /** The others; on a phone they are shown on demand. */
  more: ReactNode;
  /** Whether the next required action is in `more`. */
  isMoreNeeded: boolean;
}

/** Always in sight below the files: what Submit will do, and what must be done first. On a phone the other actions fold. */
export function SubmitBar(props: SubmitBarProps) {
  const { summary, openCount, onLeadToOpen, tested, progress, children, more, isMoreNeeded } = props;
  // The user's choice applies until `isMoreNeeded` changes.
  const [chosen, setChosen] = useState<{ isOpen: boolean; isMoreNeeded: boolean }>();
  const isOpen = chosen?.isMoreNeeded === isMoreNeeded ? chosen.isOpen : isMoreNeeded;
  const bar = useStayingBar<HTMLDivElement>('--bottom-bar');
  return (
    <div
      ref={bar}
      className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line bg-canvas px-4 py-2 max-sm:gap-x-2 max-sm:py-1.5"
    >
      <div className="flex flex-wrap gap-2">{children}</div>
      <div className={classNames('flex flex-wrap gap-2 max-sm:order-4', !isOpen && 'max-sm:hidden')}>
        {more}
      </div>
      <p role="status" className="min-w-0 flex-1 max-sm:order-1 max-sm:text-xs sm:basis-60">
        {summary}
      </p>
      <IconButton
        label={isOpen ? 'Fewer actions' : 'More actions'}
        icon={isOpen ? <ChevronDown aria-hidden size={18} /> : <ChevronUp aria-hidden size={18} />}
        aria-expanded={isOpen}
        className="max-sm:order-2 sm:hidden"
        onClick={() => setChosen({ isOpen: !isOpen, isMoreNeeded })}
      />
      {tested}
      {openCount > 0 && (
        <Button variant="danger" size="small" className="max-sm:order-3" onClick={onLeadToOpen}>
          {openCount.toLocaleString('en')} {openCount === 1 ? 'conflict' : 'conflicts'} to decide
        </Button>
      )}
      {progress && <div className="grid basis-full gap-1.5 empty:hidden max-sm:order-5">{progress}</div>}
    </div>
  );
}
