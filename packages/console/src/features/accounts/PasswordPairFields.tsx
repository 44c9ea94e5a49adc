import { TextField, type TextFieldProps } from '../../ui/TextField.tsx';

interface PasswordPairFieldsProps {
  password: Omit<TextFieldProps, 'label'>;
  confirm: Omit<TextFieldProps, 'label'>;
}

/** A new password, typed twice. */
export function PasswordPairFields({ password, confirm }: PasswordPairFieldsProps) {
  return (
    <>
      <TextField label="Password" type="password" autoComplete="new-password" required {...password} />
      <TextField label="Confirm password" type="password" autoComplete="new-password" required {...confirm} />
    </>
  );
}
