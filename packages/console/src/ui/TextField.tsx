import type { InputHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.ts';
import { controlClass } from './control-class.ts';
import { Field, type FieldTexts } from './Field.tsx';

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldTexts {
  ref?: Ref<HTMLInputElement>;
  /** Class of the input itself; `className` is the whole field's. */
  inputClassName?: string;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, isLabelHidden = false, className, inputClassName, required, ...input } = props;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      isLabelHidden={isLabelHidden}
      className={className}
      isRequired={required}
    >
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          aria-required={required}
          className={classNames(controlClass, 'min-h-10', inputClassName)}
        />
      )}
    </Field>
  );
}
