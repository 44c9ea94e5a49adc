import { LoaderCircle } from 'lucide-react';
import { classNames } from './class-names.ts';

interface SpinnerProps {
  /** For screen readers, and shown if `isLabelShown`. */
  label?: string;
  isLabelShown?: boolean;
  size?: number;
  className?: string;
}

export function Spinner({ label = 'Loading', isLabelShown = false, size = 20, className }: SpinnerProps) {
  return (
    <span role="status" className={classNames('inline-flex items-center gap-2 text-ink-soft', className)}>
      <LoaderCircle aria-hidden size={size} className="shrink-0 animate-spin text-accent" />
      <span className={isLabelShown ? '' : 'sr-only'}>{label}</span>
    </span>
  );
}
