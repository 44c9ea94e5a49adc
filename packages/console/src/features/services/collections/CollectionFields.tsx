import { useFieldArray, useWatch } from 'react-hook-form';
import type { EndpointForm } from '../../../api/use-endpoint-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Plus, Trash2 } from '../../../ui/icons.ts';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useRowRemoval } from '../items/use-row-removal.ts';
import { COLLECTION_LABELS, type CollectionValues } from './collection-values.ts';
import { AS_WRITTEN, CHOICE, TYPE_OPTIONS } from './field-types.ts';

/** Fields of a collection's entries, one row each. */
export function CollectionFields({ form }: { form: EndpointForm<CollectionValues, CollectionValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'fields' });
  const current = useWatch({ control: form.control, name: 'fields' });
  const { list, handleRemove } = useRowRemoval(fields.length, remove);
  return (
    <fieldset ref={list} className="grid gap-3">
      <legend className="mb-1 text-sm font-medium">{COLLECTION_LABELS.fields}</legend>
      {fields.map(({ id, type }, index) => {
        const name = current[index]?.name.trim() || `field ${index + 1}`;
        return (
          <div
            key={id}
            role="group"
            aria-label={name}
            className="grid items-start gap-x-3 gap-y-2 rounded-control border border-line p-3 sm:grid-cols-2"
          >
            <TextField label="Name" required autoComplete="off" {...form.field(`fields.${index}.name`)} />
            <Select
              label="Type"
              options={
                type === AS_WRITTEN
                  ? [{ value: AS_WRITTEN, label: 'As in the file' }, ...TYPE_OPTIONS]
                  : TYPE_OPTIONS
              }
              {...form.field(`fields.${index}.type`)}
            />
            <Checkbox label="Required" {...form.field(`fields.${index}.isRequired`)} />
            <IconButton
              label={`Remove ${name}`}
              icon={<Trash2 aria-hidden size={18} />}
              data-remove
              onClick={() => handleRemove(index)}
            />
            {current[index]?.type === CHOICE && (
              <TextField
                label="Allowed values"
                hint="Separated by commas"
                className="sm:col-span-2"
                required
                {...form.field(`fields.${index}.choices`)}
              />
            )}
          </div>
        );
      })}
      <Button
        className="justify-self-start"
        data-add
        icon={<Plus aria-hidden size={16} />}
        onClick={() => append({ name: '', was: '', type: 'text', choices: '', isRequired: false })}
      >
        Add field
      </Button>
    </fieldset>
  );
}
