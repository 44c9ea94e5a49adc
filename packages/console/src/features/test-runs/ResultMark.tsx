import { AppLink } from '../../ui/AppLink.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type Mark, markStyles } from './status-style.ts';

interface ResultMarkProps {
  href: string;
  mark: Mark;
  /** Label for screen readers and tooltip. */
  text: string;
  isCurrent: boolean;
  /** Narrower than a finger, where there is little room and other ways lead to the same. */
  isDense?: boolean;
}

/** Mark of a result in a strip: the worse the result, the taller the mark. */
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
          className={classNames('bg-current', isDense ? 'w-full' : 'w-4', markStyles[mark].ink)}
          style={{ height: `${100 * markStyles[mark].height}%` }}
        />
        <span className="sr-only">{text}</span>
      </AppLink>
    </li>
  );
}
