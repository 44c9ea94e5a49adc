import type { Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { controlClass } from './control-class.ts';
import { Field, type FieldTexts, splitField } from './Field.tsx';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldTexts {
  ref?: Ref<HTMLTextAreaElement>;
  /** Shown in the fixed-width font: keys, JSON, source. */
  isCode?: boolean;
}

export function TextArea(props: TextAreaProps) {
  const { field, control } = splitField(props);
  const { isCode, ...area } = control;
  return (
    <Field {...field}>
      {(tied) => (
        <textarea
          rows={5}
          {...area}
          {...tied}
          className={classNames(controlClass, 'resize-y', isCode && 'font-mono text-sm')}
        />
      )}
    </Field>
  );
}
