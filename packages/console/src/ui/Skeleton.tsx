import { classNames } from './class-names.ts';

interface SkeletonProps {
  /** Number of text lines that it represents. */
  lines?: number;
  label?: string;
  className?: string;
}

/** Reserves the space of loading content, so that nothing moves when it arrives. */
export function Skeleton({ lines = 3, label = 'Loading', className }: SkeletonProps) {
  return (
    <div role="status" className={classNames('flex flex-col gap-2.5', className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={line}
          aria-hidden
          className="h-4 animate-pulse rounded-control bg-sunken odd:w-11/12 even:w-4/5 last:w-3/5"
        />
      ))}
    </div>
  );
}
