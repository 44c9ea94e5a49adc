import { useQuery } from '@tanstack/react-query';
import { Bell } from '../ui/icons.ts';
import { useEndMessages, useWorkEvents } from './use-work-messages.ts';
import { workQuery } from './work.queries.ts';
import { bellText } from './work-words.ts';

interface BellButtonProps {
  onClick: () => void;
  /** Label including the count. */
  label?: string;
  unseenCount?: number;
  isRunning?: boolean;
}

const MAX_SHOWN = 9;

/** Bell in the bar at the top. Its accessible name includes its count. */
function BellButton(props: BellButtonProps) {
  const { onClick, label = 'Your work', unseenCount = 0, isRunning = false } = props;
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="dialog"
      title={label}
      onClick={onClick}
      className="relative inline-flex size-10 shrink-0 items-center justify-center rounded-control hover:bg-nav-raised"
    >
      <Bell aria-hidden size={18} />
      {isRunning && (
        <span
          aria-hidden
          className="absolute inset-1.5 animate-spin rounded-full border-2 border-transparent border-t-current motion-reduce:animate-none"
        />
      )}
      {unseenCount > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-0.5 min-w-4.5 rounded-full bg-nav-ink px-1 text-center text-xs leading-4.5 font-semibold text-nav"
        >
          {unseenCount > MAX_SHOWN ? `${MAX_SHOWN}+` : unseenCount}
        </span>
      )}
    </button>
  );
}

/** Counts unseen work of the user and announces when work ends. */
export function WorkBell({ onClick }: { onClick: () => void }) {
  const { data } = useQuery(workQuery());
  const work = data?.work;
  useWorkEvents();
  useEndMessages(work);
  return (
    <BellButton
      onClick={onClick}
      label={bellText(work ?? [])}
      unseenCount={work?.filter(({ isNew }) => isNew).length ?? 0}
      isRunning={work?.some(({ state }) => state === 'RUNNING') ?? false}
    />
  );
}
