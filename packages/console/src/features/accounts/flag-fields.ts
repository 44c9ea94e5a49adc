import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { fieldErrors } from '../../api/api-error.ts';

/** Flags the fields that the server refused, as far as the form has them. */
export function flagFields<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  error: unknown,
  fields: object,
): void {
  for (const [field, message] of Object.entries(fieldErrors(error))) {
    if (field in fields) setError(field as Path<Values>, { type: 'server', message });
  }
}
