import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { Checkbox } from './Checkbox.tsx';

interface CheckboxOption {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  isDisabled?: boolean;
}

interface CheckboxGroupProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value'> {
  legend: ReactNode;
  options: readonly CheckboxOption[];
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

/** Several of a list: `<CheckboxGroup legend="Roles" options={…} {...form.field('roles')} />`. */
export function CheckboxGroup({ legend, options, error, ...field }: CheckboxGroupProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error && errorId} className="grid min-w-0 gap-2">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {error && (
        <p id={errorId} className="text-sm text-danger">
          {error}
        </p>
      )}
      {options.map(({ value, label, hint, isDisabled }) => (
        <Checkbox
          key={value}
          value={value}
          {...field}
          aria-invalid={error !== undefined || undefined}
          disabled={isDisabled}
          label={
            <>
              {label} {hint && <span className="text-sm text-ink-soft">{hint}</span>}
            </>
          }
        />
      ))}
    </fieldset>
  );
}
