import { useQuery } from '@tanstack/react-query';
import { BellButton } from './BellButton.tsx';
import { useEndMessages, useWorkEvents } from './use-work-messages.ts';
import { workQuery } from './work.queries.ts';
import { bellText } from './work-words.ts';

/** Counts what the person has not seen of their work, and says when some of it ends. */
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
