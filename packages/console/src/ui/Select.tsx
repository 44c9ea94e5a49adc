import type { Ref, SelectHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { controlClass } from './control-class.ts';
import { Field, type FieldTexts, splitField } from './Field.tsx';
import { ChevronDown } from './icons.ts';

interface SelectOption {
  value: string;
  label: string;
  isDisabled?: boolean;
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldTexts {
  options: readonly SelectOption[];
  /** First, empty choice; without it the first option is chosen. */
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** Native select: familiar on every device, and read correctly by screen readers. */
export function Select(props: SelectProps) {
  const { field, control } = splitField(props);
  const { options, placeholder, ...select } = control;
  return (
    <Field {...field}>
      {(tied) => (
        <span className="relative block">
          <select {...select} {...tied} className={classNames(controlClass, 'min-h-10 appearance-none pr-9')}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.isDisabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            size={18}
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-soft"
          />
        </span>
      )}
    </Field>
  );
}
