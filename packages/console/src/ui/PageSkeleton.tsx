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
          className={classNames('rounded-panel border border-line bg-surface p-4', height)}
        >
          <div className={classNames('h-5 w-40 max-w-full', line)} />
        </div>
      ))}
    </div>
  );
}
