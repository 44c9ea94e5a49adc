import { AppLink } from '../../ui/AppLink.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type Mark, markLooks } from './status-look.ts';

interface ResultMarkProps {
  href: string;
  mark: Mark;
  /** What the mark says: read out, and shown under the pointer. */
  text: string;
  isCurrent: boolean;
  /** Narrower than a finger, where there is little room and other ways lead to the same. */
  isDense?: boolean;
}

/** One result in a strip: the worse, the higher. */
export function ResultMark({ href, mark, text, isCurrent, isDense = false }: ResultMarkProps) {
  return (
    <li className={classNames('h-6', isDense ? 'max-w-2 flex-1' : 'w-6')}>
      <AppLink
        href={href}
        title={text}
        aria-current={isCurrent || undefined}
        className={classNames(
          'flex h-full w-full items-end justify-center rounded-control hover:bg-accent-soft',
          isCurrent && 'outline-2 outline-offset-1',
        )}
      >
        <span
          aria-hidden
          className={classNames('bg-current', isDense ? 'w-full' : 'w-4', markLooks[mark].ink)}
          style={{ height: `${100 * markLooks[mark].height}%` }}
        />
        <span className="sr-only">{text}</span>
      </AppLink>
    </li>
  );
}
