import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'destructive' | 'danger';
export type ButtonSize = 'small' | 'medium';

const base =
  'inline-flex items-center justify-center gap-2 rounded-control border font-medium leading-tight select-none ' +
  'transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress no-underline';

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-accent text-accent-ink enabled:hover:bg-accent-strong [a&]:hover:bg-accent-strong',
  secondary:
    'border-line-strong bg-surface text-ink enabled:hover:border-accent enabled:hover:bg-accent-soft ' +
    '[a&]:hover:border-accent [a&]:hover:bg-accent-soft',
  quiet:
    'border-transparent bg-transparent text-accent enabled:hover:bg-accent-soft [a&]:hover:bg-accent-soft',
  /** Red text, on a page; the answer to its question is filled. */
  destructive:
    'border-line-strong bg-surface text-danger enabled:hover:border-danger enabled:hover:bg-danger-soft',
  danger: 'border-transparent bg-danger text-danger-ink enabled:hover:bg-danger-strong',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-8 px-2.5 py-1 text-sm',
  medium: 'min-h-10 px-4 py-2',
};

/** Classes of a button, for links that are shown as one. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'medium',
  extra?: string,
) {
  return classNames(base, variants[variant], sizes[size], extra);
}
