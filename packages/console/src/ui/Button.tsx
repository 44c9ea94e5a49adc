import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import type { Refusal } from './refusal.ts';
import { Spinner } from './Spinner.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Shows a spinner and refuses clicks, but keeps focus where it is. */
  isBusy?: boolean;
  /** Marks the button as disabled and shows the reason on press. */
  refusal?: Refusal | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'medium',
    icon,
    isBusy = false,
    className,
    children,
    refusal,
    ...rest
  } = props;
  return (
    <button
      type="button"
      {...rest}
      {...(isBusy && { onClick: (event) => event.preventDefault() })}
      aria-disabled={isBusy || undefined}
      {...refusal}
      className={buttonClass(variant, size, className)}
    >
      {isBusy ? <Spinner size={16} label="Working" className="text-current *:text-current" /> : icon}
      {children}
    </button>
  );
}
