import { allowKeyRequest, refuseKeyRequest } from '@atrium/contract/access-keys/key-request';
import type { KeyRequest } from '@atrium/contract/access-keys/key-request-fields';
import { listOwnKeys } from '@atrium/contract/access-keys/own-key';
import { KeyPermissions } from '@atrium/contract/access-keys/own-key-fields';
import { namesOfPermissions, PERMISSIONS, type Permission } from '@atrium/contract/permissions';
import { z } from 'zod';
import { mayDo } from '../../../api/auth-state.ts';
import { call } from '../../../api/call.ts';
import { useAuth } from '../../../api/session.ts';
import { useChange } from '../../../api/use-change.ts';
import { useEndpointForm } from '../../../api/use-endpoint-form.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CheckboxGroup } from '../../../ui/CheckboxGroup.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { FormPage } from '../../../ui/FormPage.tsx';
import { permissionOptions } from './permission-options.ts';

interface AllowKeyFormProps {
  code: string;
  request: KeyRequest;
  onAnswered: (outcome: 'allowed' | 'refused') => void;
}

const AllowForm = z.object({ permissions: KeyPermissions });

/** Shows the requester and the requested permissions. All that the user holds are selected initially. */
export function AllowKeyForm({ code, request, onAnswered }: AllowKeyFormProps) {
  const auth = useAuth();
  const isOffered = (permission: Permission) =>
    request.permissions.includes(permission) && mayDo(auth, permission);
  const form = useEndpointForm(allowKeyRequest, {
    schema: AllowForm,
    defaults: { permissions: PERMISSIONS.filter(isOffered) },
    toBody: ({ permissions }) => ({ code, permissions }),
    invalidates: [listOwnKeys],
    onDone: () => onAnswered('allowed'),
  });
  const refusal = useChange({
    mutationFn: () => call(refuseKeyRequest, { body: { code } }),
    onSuccess: () => onAnswered('refused'),
  });
  const lacking = request.permissions.filter(
    (name) => !PERMISSIONS.some((one) => one === name && isOffered(one)),
  );
  return (
    <>
      <KeyRequestFacts code={code} request={request} username={auth.user?.username ?? ''} />
      {lacking.length > 0 && (
        <Alert className="mt-4">
          It also asks for what you may not do yourself, and does not get it: {namesOfPermissions(lacking)}.
        </Alert>
      )}
      <FormPage
        form={form}
        submitLabel="Allow"
        submitProps={{ variant: 'primary' }}
        errorTitle="The device could not be allowed"
        className="mt-4 flex flex-wrap gap-3"
      >
        <div className="w-full">
          <CheckboxGroup
            legend="It may, as you"
            options={permissionOptions(isOffered)}
            {...form.field('permissions')}
          />
        </div>
        <Button isBusy={refusal.isPending} onClick={() => refusal.mutate()}>
          Refuse
        </Button>
      </FormPage>
      <ErrorDialog title="The device could not be refused" error={refusal.error} onClose={refusal.reset} />
    </>
  );
}

interface KeyRequestFactsProps {
  code: string;
  request: KeyRequest;
  username: string;
}

/** Details for the user to compare with their device before they allow the key. */
function KeyRequestFacts({ code, request, username }: KeyRequestFactsProps) {
  const { label, address, createdOn, keyDays } = request;
  return (
    <>
      <p>
        <strong className="break-words">{label}</strong> asks to act as{' '}
        <strong className="break-words">{username}</strong>. Check that it shows this code:
      </p>
      <p className="mt-2 mb-4 font-mono text-2xl font-semibold">{code.toUpperCase()}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-ink-soft">Requested from</dt>
        <dd className="min-w-0 break-words">{address}</dd>
        <dt className="text-ink-soft">Requested at</dt>
        <dd>{formatDateTime(createdOn)}</dd>
        <dt className="text-ink-soft">Valid for</dt>
        <dd>{keyDays} days; you can delete its API key at any time</dd>
      </dl>
    </>
  );
}
