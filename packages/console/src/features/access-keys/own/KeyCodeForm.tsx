import { keyPaths } from '@atrium/contract/key-paths';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { TextField } from '../../../ui/TextField.tsx';

/** For those who have the code and not the link. */
export function KeyCodeForm() {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  function handleSubmit() {
    if (code.trim() !== '') void navigate({ href: keyPaths.allow(code.trim()) });
  }
  return (
    <PlainForm onSubmit={handleSubmit} className="mt-2 grid gap-4">
      <TextField
        label="Code"
        hint="The eight letters that the device shows, such as BCDF-GHJK."
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <div>
        <Button type="submit" look="primary">
          Continue
        </Button>
      </div>
    </PlainForm>
  );
}
