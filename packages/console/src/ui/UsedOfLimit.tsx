import { classNames } from './class-names.ts';

interface UsedOfLimitProps {
  /** Accessible name of the bar: `Configuration files`. */
  label: string;
  /** Between 0 and 1, or more when it is over the limit; null if it is not known. */
  share: number | null;
  /** `12 of 100`: the same in words. */
  text: string;
  /** From this share on it is marked. */
  noticeShare: number;
}

/** Usage of a limit: a bar, and the amounts in words. */
export function UsedOfLimit({ label, share, text, noticeShare }: UsedOfLimitProps) {
  const percent = Math.min(100, Math.round((share ?? 0) * 100));
  const tone = share === null || share < noticeShare ? 'bg-accent' : share < 1 ? 'bg-warn' : 'bg-danger';
  return (
    <div className="grid gap-1">
      <span className="tabular-nums">{text}</span>
      {share !== null && (
        <div
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={text}
          className="h-1.5 w-full overflow-hidden rounded-full bg-line"
        >
          <div className={classNames('h-full', tone)} style={{ width: `${percent}%` }} />
        </div>
      )}
    </div>
  );
}
