import { classNames } from './class-names.ts';
import { LoaderCircle } from './message-icons.ts';

interface SpinnerProps {
  /** Accessible name, visible with `isLabelShown`. */
  label?: string;
  isLabelShown?: boolean;
  /** For repeated loading: the label can be read, but is not announced each time. */
  isSilent?: boolean;
  size?: number;
  className?: string;
}

export function Spinner(props: SpinnerProps) {
  const { label = 'Loading', isLabelShown = false, isSilent = false, size = 20, className } = props;
  return (
    <span
      role={isSilent ? undefined : 'status'}
      className={classNames('inline-flex items-center gap-2 text-ink-soft', className)}
    >
      <LoaderCircle aria-hidden size={size} className="shrink-0 animate-spin text-accent" />
      <span className={isLabelShown ? '' : 'sr-only'}>{label}</span>
    </span>
  );
}
