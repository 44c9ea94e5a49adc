import type { Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { controlClass } from './control-class.ts';
import { Field, type FieldTexts } from './Field.tsx';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldTexts {
  ref?: Ref<HTMLTextAreaElement>;
  /** Shown in the fixed-width font: keys, JSON, source. */
  isCode?: boolean;
}

export function TextArea(props: TextAreaProps) {
  const { label, hint, error, isLabelHidden = false, isCode, className, required, ...area } = props;
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
        <textarea
          rows={5}
          {...area}
          {...control}
          aria-required={required}
          className={classNames(controlClass, 'resize-y', isCode && 'font-mono text-sm')}
        />
      )}
    </Field>
  );
}
