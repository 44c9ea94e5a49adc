import { ApiError } from '@atrium/contract/api-error';
import { type ImportResult, importBodies } from '@atrium/contract/configuration/import';
import { MAX_UPLOAD_BYTES } from '@atrium/contract/configuration/limits';
import { REQUIRED_FIELDS_MESSAGE } from '@atrium/contract/configuration/messages';
import { ItemCollections } from '@atrium/contract/service-api/files/configuration-item';
import { bodyProblem, textProblem } from '@atrium/contract/service-api/files/item-files';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { controlClass } from '../../../ui/control-class.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { Select } from '../../../ui/Select.tsx';
import { configuredServicesQuery, readLocal } from './import.queries.ts';

interface UploadFormProps {
  serviceId?: string | undefined;
  onLoaded: (results: readonly ImportResult[]) => void;
}

/** An `ApiError` comes from reading the live configuration, so the file is not the cause. */
const isFileAtFault = (error: Error) => !(error instanceof ApiError);

/** Upload tab: a service, a .json file with its configuration, and the live configuration to compare. */
export function UploadForm({ serviceId: given, onLoaded }: UploadFormProps) {
  const services = useQuery(configuredServicesQuery());
  const known = services.data?.services ?? [];
  // The address may name the service by its id or by its name.
  const start = known.find((one) => one.serviceId === given || one.serviceName === given)?.serviceId ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isChecked, setChecked] = useState(false);
  const serviceId = chosen ?? start;
  const refusal = useRefusal(importBodies);

  const upload = useChange({
    mutationFn: async (chosenFile: File) => {
      const gitBody = await readUpload(chosenFile);
      const { results } = await readLocal(serviceId);
      return results.map((result) => ({
        ...result,
        gitBody,
        sendBody: true,
        showBody: true,
        commitSha: null,
      }));
    },
    onSuccess: onLoaded,
    onError: (error) => {
      if (isFileAtFault(error)) clearFile();
    },
  });

  /** Allows choosing a corrected file again: a browser ignores the choice of a file with the same name. */
  function clearFile() {
    if (input.current) input.current.value = '';
    setFile(null);
    setChecked(false);
  }

  const handleSubmit = () => {
    setChecked(true);
    if (file && serviceId && !upload.isPending) upload.mutate(file);
  };

  const isMissing = isChecked && (!serviceId || !file);
  const isUnknown = Boolean(given) && services.isSuccess && start === '' && chosen === null;
  return (
    <PlainForm onSubmit={handleSubmit} className="flex flex-col gap-5">
      <p className="max-w-prose text-sm text-ink-soft">
        <Help topic="upload" />
      </p>
      {isMissing && <Alert kind="error">{REQUIRED_FIELDS_MESSAGE}</Alert>}
      {services.error && <ErrorAlert error={services.error} onRetry={() => void services.refetch()} />}
      {isUnknown && <Alert kind="warning">There is no service "{given}". Please choose one.</Alert>}
      <Select
        label="Service"
        required
        placeholder="Choose a service"
        options={known.map((one) => ({ value: one.serviceId, label: one.serviceName }))}
        value={serviceId}
        error={isChecked && !serviceId ? '' : undefined}
        onChange={(event) => setChosen(event.target.value)}
      />
      <Field label="File (.json)" isRequired error={isChecked && !file ? '' : undefined}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            accept=".json,application/json"
            className={controlClass}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Field>
      {upload.error && (
        <ErrorAlert
          error={upload.error}
          title={isFileAtFault(upload.error) ? 'The file could not be read.' : undefined}
        />
      )}
      <div>
        <Button type="submit" variant="primary" isBusy={upload.isPending} refusal={refusal}>
          Upload
        </Button>
      </div>
    </PlainForm>
  );
}

/** The file's text, if it is a body that the service can hold. */
async function readUpload(file: File): Promise<string> {
  if (file.size > MAX_UPLOAD_BYTES) throw new Error('The file is too large.');
  const text = decode(await file.arrayBuffer());
  if (text === undefined)
    throw new Error(`${file.name} is not UTF-8 text. Save it with the encoding UTF-8 and choose it again.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${file.name} is not valid JSON.`);
  }
  const problem = textProblem(text);
  if (problem !== undefined) throw new Error(`${file.name}: ${problem}`);
  // An exported service is wrapped with its version.
  const body = typeof value === 'object' && value !== null && 'body' in value ? value.body : value;
  // Items that are there twice are for the import dialog to choose from.
  const { error } = ItemCollections.safeParse(body);
  if (error) throw new Error(`${file.name}: ${bodyProblem(error)}`);
  return JSON.stringify(body);
}

/** Returns undefined for binary content. UTF-16 is detected only by its byte order mark. */
function decode(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes);
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
