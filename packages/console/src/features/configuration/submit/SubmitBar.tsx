import { type ReactNode, useState } from 'react';
import { useStayingBar } from '../../../layout/staying-bars.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronDown, ChevronUp } from '../../../ui/icons.ts';

interface SubmitBarProps {
  /** Summary of the submit, in numbers. */
  summary: string;
  /** Sentence before the summary, if tests failed with the chosen contents. */
  failure?: string | undefined;
  /** Conflicts that wait for a decision. */
  openCount: number;
  onLeadToOpen: () => void;
  /** Result of testing the candidate, in the sentence. */
  tested: ReactNode;
  /** Failed tests, above the bar. */
  failures?: ReactNode;
  /** Progress of the submit. */
  progress?: ReactNode;
  /** Actions before and after `children`; on a phone they are shown on demand. */
  before?: ReactNode;
  after: ReactNode;
  /** The action that is always in sight. */
  children: ReactNode;
  /** Whether the next required action is folded on a phone. */
  isMoreNeeded: boolean;
}

/** Bar that stays visible below the files: the summary of the submit, open conflicts, and actions, most folded on phones. */
export function SubmitBar(props: SubmitBarProps) {
  const { summary, failure, openCount, onLeadToOpen, tested, failures, progress, isMoreNeeded } = props;
  // The user's choice applies until `isMoreNeeded` changes.
  const [chosen, setChosen] = useState<{ isOpen: boolean; isMoreNeeded: boolean }>();
  const isOpen = chosen?.isMoreNeeded === isMoreNeeded ? chosen.isOpen : isMoreNeeded;
  const bar = useStayingBar<HTMLDivElement>('--bottom-bar');
  const moreClass = classNames('flex flex-wrap items-center gap-2 empty:hidden', !isOpen && 'max-sm:hidden');
  return (
    <div
      ref={bar}
      className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-canvas px-4 sm:-mx-6 sm:px-6"
    >
      {failures}
      {progress && <div className="grid gap-1.5 py-1.5 empty:hidden">{progress}</div>}
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-1 text-sm">
        <div
          className={classNames(
            'flex min-w-0 flex-1 flex-wrap items-center gap-x-2 leading-tight max-sm:text-xs sm:basis-72',
            // The actions follow in lines of their own.
            isOpen && 'max-sm:basis-[calc(100%-3.5rem)]',
          )}
        >
          <p role="status">
            {failure && <span className="font-semibold text-danger">{failure} </span>}
            {summary}
          </p>
          {tested}
          {openCount > 0 && (
            <Button variant="danger" size="small" onClick={onLeadToOpen}>
              {openCount.toLocaleString('en')} {openCount === 1 ? 'conflict' : 'conflicts'} to decide
            </Button>
          )}
        </div>
        <IconButton
          label={isOpen ? 'Fewer actions' : 'More actions'}
          icon={isOpen ? <ChevronDown aria-hidden size={18} /> : <ChevronUp aria-hidden size={18} />}
          aria-expanded={isOpen}
          className="sm:hidden"
          onClick={() => setChosen({ isOpen: !isOpen, isMoreNeeded })}
        />
        <div className={moreClass}>{props.before}</div>
        {props.children}
        <div className={moreClass}>{props.after}</div>
      </div>
    </div>
  );
}
