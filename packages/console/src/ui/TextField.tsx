import type { InputHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.ts';
import { controlClass } from './control-class.ts';
import { Field, type FieldTexts, splitField } from './Field.tsx';

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldTexts {
  ref?: Ref<HTMLInputElement>;
  /** Class of the input itself; `className` is the whole field's. */
  inputClassName?: string;
}

export function TextField(props: TextFieldProps) {
  const { field, control } = splitField(props);
  const { inputClassName, ...input } = control;
  return (
    <Field {...field}>
      {(tied) => (
        <input
          type="text"
          {...input}
          {...tied}
          className={classNames(controlClass, 'min-h-10', inputClassName)}
        />
      )}
    </Field>
  );
}
