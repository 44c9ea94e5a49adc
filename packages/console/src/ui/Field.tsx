import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { CircleAlert } from './message-icons.ts';

export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** Error shown under the control, which is marked invalid. An empty string marks it without a text. */
  error?: string | undefined;
  isLabelHidden?: boolean | undefined;
}

interface LabeledControl extends FieldTexts {
  className?: string | undefined;
  required?: boolean | undefined;
}

/** Splits the props of a labeled control into props of the field and of the control. */
export function splitField<Props extends LabeledControl>(props: Props) {
  const { label, hint, error, isLabelHidden, className, required, ...control } = props;
  const field = { label, hint, error, isLabelHidden, className, isRequired: required };
  return { field, control: { ...control, 'aria-required': required } };
}

/** Props that connect a control to its field. */
interface FieldControl {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps extends FieldTexts {
  isRequired?: boolean | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Label, control, hint and error, tied together for assistive technology. */
export function Field({ label, hint, error, isLabelHidden, isRequired, className, children }: FieldProps) {
  const id = useId();
  const isWrong = error !== undefined;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-medium'}>
        {label}
        {isRequired && (
          <span aria-hidden className="text-danger">
            {' *'}
          </span>
        )}
      </label>
      {children({ id, 'aria-invalid': isWrong || undefined, 'aria-describedby': described || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
