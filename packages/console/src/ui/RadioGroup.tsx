import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
}

interface RadioGroupProps<Value extends string> {
  legend: ReactNode;
  isLegendHidden?: boolean;
  options: readonly RadioOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  isInline?: boolean;
  className?: string;
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { legend, isLegendHidden, options, value, onChange, isInline, className } = props;
  const name = useId();
  return (
    <fieldset className={classNames('min-w-0', className)}>
      <legend className={isLegendHidden ? 'sr-only' : 'mb-1 text-sm font-medium'}>{legend}</legend>
      <div className={classNames('flex gap-x-5 gap-y-1', isInline ? 'flex-wrap' : 'flex-col')}>
        {options.map((option) => (
          <label key={option.value} className="inline-flex min-h-7 items-start gap-2">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="mt-px size-4.5 shrink-0 accent-accent"
            />
            <span>
              {option.label}
              {option.hint && <span className="block text-sm text-ink-soft">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
