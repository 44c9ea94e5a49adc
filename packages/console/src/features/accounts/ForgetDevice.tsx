import { forgetDevice, type KnownDevice, listDevices } from '@atrium/contract/accounts/devices';
import { listSessions } from '@atrium/contract/accounts/sessions';
import { useRemove } from '../../api/use-remove.ts';
import { Button } from '../../ui/Button.tsx';
import { RemoveDialog } from '../../ui/RemoveDialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { browserOf } from './browser-of.ts';

/** Forgets a device, after the question. */
export function ForgetDevice({ device }: { device: KnownDevice }) {
  const name = device.address === '' ? browserOf(device) : `${browserOf(device)} at ${device.address}`;
  const removal = useRemove(forgetDevice, {
    title: 'Forget this device?',
    question: `Are you sure you want to forget ${name}? It is signed out, and signing in there again sends you an e-mail.`,
    confirmLabel: 'Forget',
    errorTitle: 'The device could not be forgotten',
    request: { params: { id: device.id } },
    invalidates: [listDevices, listSessions],
    onRemoved: () => showToast('That device was forgotten.'),
  });
  return (
    <>
      <Button size="small" aria-label={`Forget ${name}`} onClick={removal.ask}>
        Forget
      </Button>
      <RemoveDialog removal={removal} />
    </>
  );
}
