import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface CardProps {
  title?: ReactNode;
  /** Heading level of the title within its page. */
  level?: 2 | 3 | 4;
  /** Sentence below the title. */
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
  /** Content reaches the edges: for tables. */
  isFlush?: boolean;
}

export function Card(props: CardProps) {
  const { title, level = 2, description, actions, children, className, isFlush = false } = props;
  const id = useId();
  const Heading = `h${level}` as 'h2';
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={classNames('min-w-0 rounded-panel border border-line bg-surface', className)}
    >
      {(title || actions) && (
        <header className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3.5 pb-1">
          {title && (
            <Heading id={id} className="text-base font-semibold">
              {title}
            </Heading>
          )}
          {actions}
          {description && (
            <div className="basis-full text-sm text-ink-soft">
              <p className="max-w-5xl">{description}</p>
            </div>
          )}
        </header>
      )}
      <div className={isFlush ? 'pt-2' : 'px-4 pt-2 pb-4'}>{children}</div>
    </section>
  );
}
