import { useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';

interface VersionSelectProps {
  label: string;
  value: number;
  /** Versions with their labels. */
  options: readonly { value: string; label: string }[];
  /** The newest version there is. */
  newest: number;
  onChange: (version: number) => void;
}

const ANOTHER = 'another';

/** A version from the list, or any other one by its number: there may be thousands. */
export function VersionSelect({ label, value, options, newest, onChange }: VersionSelectProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const select = useRef<HTMLSelectElement>(null);

  function handleChoose(chosen: string) {
    setWrong(false);
    setTyped(chosen === ANOTHER ? '' : null);
    if (chosen !== ANOTHER) onChange(Number(chosen));
  }

  function handleSubmit() {
    const version = readVersion(typed ?? '', newest);
    setWrong(version === undefined);
    if (version === undefined) return;
    onChange(version);
    setTyped(null);
    select.current?.focus();
  }

  return (
    <div className="grid w-80 max-w-full gap-2">
      <Select
        ref={select}
        label={label}
        value={typed === null ? String(value) : ANOTHER}
        options={[...options, { value: ANOTHER, label: 'Another version …' }]}
        onChange={(event) => handleChoose(event.target.value)}
      />
      {typed !== null && (
        <PlainForm className="flex flex-wrap items-end gap-2" onSubmit={handleSubmit}>
          <TextField
            label={`${label}: number of the version`}
            className="min-w-0 flex-1"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            error={isWrong ? `Enter a number from 1 to ${newest}.` : undefined}
            onChange={(event) => {
              setWrong(false);
              setTyped(event.target.value);
            }}
          />
          <Button type="submit">Compare with it</Button>
        </PlainForm>
      )}
    </div>
  );
}

function readVersion(text: string, newest: number): number | undefined {
  const version = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  return version >= 1 && version <= newest ? version : undefined;
}
