import { type InputHTMLAttributes, type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode;
  error?: string | undefined;
  isLabelHidden?: boolean;
  /** True if some, but not all, of the represented items are selected. */
  isMixed?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ label, error, isLabelHidden, isMixed, className, ref, ...input }: CheckboxProps) {
  const id = useId();
  const box = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed ?? false;
  }, [isMixed]);
  return (
    <div className={className}>
      <label className="flex min-h-6 w-fit items-start gap-2">
        <input
          {...input}
          ref={(element) => {
            box.current = element;
            if (typeof ref === 'function') ref(element);
            else if (ref) ref.current = element;
          }}
          type="checkbox"
          aria-invalid={error !== undefined || input['aria-invalid']}
          aria-describedby={error ? `${id}-error` : undefined}
          className={classNames(
            'mt-px size-4.5 shrink-0 accent-accent disabled:cursor-not-allowed',
            error !== undefined && 'outline-2 outline-danger outline-offset-1',
          )}
        />
        <span className={isLabelHidden ? 'sr-only' : error !== undefined ? 'text-danger' : ''}>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
