import type { InputHTMLAttributes, ReactNode, Ref } from 'react';

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  label: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** On/off switch that takes effect immediately. */
export function Switch({ label, className, ...input }: SwitchProps) {
  return (
    <label className={`inline-flex min-h-6 cursor-pointer items-center gap-2.5 ${className ?? ''}`}>
      <input {...input} type="checkbox" role="switch" className="peer sr-only" />
      <span
        aria-hidden
        className="relative h-6 w-11 shrink-0 rounded-full border-2 border-line-strong bg-sunken outline-offset-2 transition-colors after:absolute after:top-0.5 after:left-0.5 after:size-4 after:rounded-full after:bg-line-strong after:transition-transform peer-checked:border-accent peer-checked:bg-accent peer-checked:after:translate-x-5 peer-checked:after:bg-accent-ink peer-focus-visible:outline-3 peer-focus-visible:outline-focus peer-disabled:opacity-50"
      />
      <span>{label}</span>
    </label>
  );
}
