import { classNames } from './class-names.ts';

/** Time zone of the times in a log. */
export function TimeZoneNote({ className }: { className?: string }) {
  return (
    <p className={classNames('text-sm text-ink-soft', className)}>
      Days and times are in your time zone, {new Intl.DateTimeFormat().resolvedOptions().timeZone}.
    </p>
  );
}
