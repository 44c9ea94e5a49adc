import type { ReactNode } from 'react';
import { classNames } from '../../../../ui/class-names.ts';

interface CodeExcerptProps {
  /** Required without a caption above. */
  label?: string;
  /** Long lines wrap, as they do in the panes. */
  isWrapped: boolean;
  children: ReactNode;
}

/** Some lines of one side, outside of the panes. */
export function CodeExcerpt({ label, isWrapped, children }: CodeExcerptProps) {
  return (
    <pre
      aria-label={label}
      className={classNames(
        'max-h-40 overflow-auto rounded-control border border-line bg-sunken p-2 font-mono text-xs',
        isWrapped && 'wrap-anywhere whitespace-pre-wrap',
      )}
    >
      {children}
    </pre>
  );
}
