import { classNames } from './class-names.ts';

interface PageSkeletonProps {
  label: string;
  /** The heading of the page is not known either. */
  hasHeading?: boolean;
  /** Classes with the heights of its cards, about as high as they will be. */
  cards: readonly string[];
}

const line = 'animate-pulse rounded-control bg-sunken';

/** The outline of a page whose content is being loaded: a heading and cards. */
export function PageSkeleton({ label, hasHeading = false, cards }: PageSkeletonProps) {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{label}</span>
      {hasHeading && <span aria-hidden className={classNames('mb-1 h-8 w-64 max-w-full', line)} />}
      {cards.map((height, index) => (
        <div
          key={index}
          aria-hidden
          className={classNames(
            'flex flex-col gap-3 overflow-hidden rounded-panel border border-line bg-surface p-4',
            height,
          )}
        >
          <div className={classNames('mb-1 h-5 w-40 max-w-full shrink-0', line)} />
          {['w-11/12', 'w-4/5', 'w-2/3'].map((width) => (
            <div key={width} className={classNames('h-4 shrink-0', width, line)} />
          ))}
        </div>
      ))}
    </div>
  );
}
