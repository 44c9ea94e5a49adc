import { useState } from 'react';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';

export function KitFields() {
  const [choice, setChoice] = useState<'remote' | 'local' | 'merge'>('remote');
  return (
    <Card title="Fields">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Git URL" placeholder="https://" required hint="http or https" />
        <TextField label="Username" error="Please provide values in required fields." />
        <Select
          label="Run As"
          placeholder="Yourself"
          options={[
            { value: 'a', label: 'ada' },
            { value: 'g', label: 'grace' },
          ]}
        />
        <TextField label="Key id" readOnly defaultValue="ci-main" />
        <TextArea
          label="Key"
          isCode
          rows={3}
          defaultValue={'-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA…'}
        />
        <div className="flex flex-col gap-2">
          <Checkbox label="Stop Execution On Error" defaultChecked />
          <Checkbox label="Some of them" isMixed />
          <Checkbox label="I accept the terms" error="Please accept the terms and conditions." />
          <Switch label="Branch" defaultChecked />
          <Switch label="Revert to commit sha" />
        </div>
        <RadioGroup
          legend="created.js"
          value={choice}
          onChange={setChoice}
          isInline
          options={[
            { value: 'remote', label: 'Remote' },
            { value: 'local', label: 'Local' },
            { value: 'merge', label: 'Merge into LOCAL' },
          ]}
        />
      </div>
    </Card>
  );
}
