import { editFiles } from '@atrium/contract/configuration/edit';
import { FilePlace, filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { sourceFileName } from '@atrium/contract/service-api/files/item-file-names';
import { TESTS_FOLDER } from '@atrium/contract/service-api/functions/tests';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { type EndpointForm, useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { readAfterNewVersion } from '../../configuration/public.ts';
import { TestNow } from '../../test-runs/public.ts';
import { liveFilesQuery, logQuery } from './function.queries.ts';
import {
  type KeptCall,
  leftOutOf,
  parseJson,
  proposeExpected,
  proposeTestName,
  requestOf,
  writeTest,
} from './kept-test-source.ts';

interface KeptTest {
  id: string;
  version: number;
  doesExpectResult: boolean;
}

interface KeepAsTestDialogProps {
  serviceId: string;
  call: KeptCall;
  onClose: () => void;
}

/** Writes a failed call as a test, saves it as a new version and runs it. */
export function KeepAsTestDialog(props: KeepAsTestDialogProps) {
  const { serviceId, call, onClose } = props;
  const filter = { function: call.function, status: 'OK' as const, size: 1, details: true };
  const log = useInfiniteQuery(logQuery(serviceId, filter));
  const files = useQuery(liveFilesQuery(serviceId));
  const [saved, setSaved] = useState<KeptTest | null>(null);
  if (saved)
    return (
      <Dialog
        isOpen
        title="Test kept"
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <div className="grid gap-3">
          <p>
            <code className="font-mono wrap-anywhere">{saved.id}</code> is saved as version {saved.version}.
          </p>
          <TestNow serviceId={serviceId} idInService={saved.id} shouldFail={saved.doesExpectResult} />
        </div>
      </Dialog>
    );
  // Without a log the person says alone what should have come.
  if (files.data && !log.isPending)
    return (
      <KeepForm
        {...props}
        taken={files.data.files.map(filePathOf)}
        succeeded={log.data?.pages[0]?.content[0]}
        onSaved={setSaved}
      />
    );
  return (
    <Dialog isOpen title="Keep as test" onClose={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
      <QueryPanel query={files}>{() => null}</QueryPanel>
    </Dialog>
  );
}

const pathOf = (name: string) => `${TESTS_FOLDER}/${sourceFileName(name)}`;

function createForm(taken: readonly string[]) {
  const known = new Set(taken.map((path) => path.toLowerCase()));
  return z
    .object({
      name: z
        .string()
        .trim()
        .refine(
          (name) => FilePlace.safeParse(filePlaceOf(pathOf(name))).success,
          'Use letters, digits, hyphens and underscores; folders end with a slash, as in orders/refuses-none.',
        )
        .refine((name) => !known.has(pathOf(name).toLowerCase()), 'A test with this name already exists.'),
      outcome: z.enum(['result', 'error']),
      json: z.string(),
    })
    .refine(({ outcome, json }) => outcome === 'error' || parseJson(json) !== undefined, {
      path: ['json'],
      error: 'Enter the result as JSON. Put names and strings in double quotes.',
    });
}

interface Values {
  name: string;
  outcome: 'result' | 'error';
  json: string;
}

interface KeepFormProps extends KeepAsTestDialogProps {
  /** Paths of live files. */
  taken: readonly string[];
  /** The last call of the function that succeeded. */
  succeeded: { result?: string | undefined; calledOn: string } | undefined;
  onSaved: (saved: KeptTest) => void;
}

function KeepForm({ serviceId, call, taken, succeeded, onSaved, onClose }: KeepFormProps) {
  const client = useQueryClient();
  const schema = useMemo(() => createForm(taken), [taken]);
  const proposed = proposeExpected(call, succeeded?.result);
  const form = useEndpointForm(editFiles, {
    params: { serviceId },
    schema,
    defaults: { name: proposeTestName(call), outcome: 'result', json: proposed ?? '' },
    toBody: (values) => ({
      files: [{ ...filePlaceOf(pathOf(values.name)), content: sourceOf(call, values) ?? '', checksum: null }],
      message: `Keep a failed call of ${call.function} as a test`,
    }),
    onSaved: () => readAfterNewVersion(client, [serviceId]),
    onDone: ({ version }, { name, outcome }) =>
      onSaved({ id: `${TESTS_FOLDER}/${name}`, version, doesExpectResult: outcome === 'result' }),
  });
  const leftOut = leftOutOf(call);
  return (
    <FormDialog
      form={form}
      size="large"
      title="Keep as test"
      description="The test repeats the call with what it read and got. It fails until the function is repaired, and proves the repair."
      isErrorInline
      onClose={onClose}
    >
      {!call.recording && (
        <Alert kind="warning" title="Only the input of this call is known.">
          The log has neither the entries that it read nor the answers of other hosts: a call on the page of
          the function records them. This test reads what is live.
        </Alert>
      )}
      {leftOut.length > 0 && (
        <Alert kind="warning" title="Some of it is not in the test.">
          <ul className="list-disc pl-5">
            {leftOut.map((words) => (
              <li key={words} className="wrap-anywhere">
                {words}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <TextField
        label="Name"
        required
        hint="Below the folder tests"
        autoComplete="off"
        {...form.field('name')}
      />
      <Select
        label="Expected outcome"
        options={[
          { value: 'result', label: requestOf(call) ? 'A response' : 'A result' },
          { value: 'error', label: `This error: ${call.failure.message.slice(0, 80)}` },
        ]}
        {...form.field('outcome')}
      />
      <Expected
        form={form}
        hint={
          proposed !== undefined && succeeded
            ? `Of the last call that succeeded, on ${formatDateTime(succeeded.calledOn)}. Change it to what this call should have returned.`
            : `No call is known that succeeded. Enter what the function should have returned${requestOf(call) ? ', such as {"status": 200, "body": "ok"}' : ''}.`
        }
      />
      <Preview form={form} call={call} />
    </FormDialog>
  );
}

function Expected({ form, hint }: { form: EndpointForm<Values, Values>; hint: string }) {
  const outcome = useWatch({ control: form.control, name: 'outcome' });
  if (outcome === 'error') return null;
  return (
    <TextArea
      label="Expected result (JSON)"
      required
      isCode
      rows={6}
      spellCheck={false}
      hint={hint}
      {...form.field('json')}
    />
  );
}

/** The file, as it is saved. */
function Preview({ form, call }: { form: EndpointForm<Values, Values>; call: KeptCall }) {
  const values = useWatch({ control: form.control }) as Values;
  const source = sourceOf(call, values);
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold">The test</h3>
      {/* Focusable, so that the keyboard can scroll it. */}
      <pre
        tabIndex={0}
        role="region"
        aria-label="The test"
        className="max-h-80 overflow-auto rounded-control border border-line bg-sunken p-3 font-mono text-xs"
      >
        {source ?? 'It is shown here once the expected result is JSON.'}
      </pre>
    </section>
  );
}

function sourceOf(call: KeptCall, { outcome, json }: Values): string | undefined {
  if (outcome === 'error') return writeTest(call, { kind: 'error' });
  return parseJson(json) !== undefined ? writeTest(call, { kind: 'result', json }) : undefined;
}
