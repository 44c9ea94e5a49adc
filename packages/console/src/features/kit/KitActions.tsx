import { useState } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Download, Plus, Settings, Trash2 } from '../../ui/icons.ts';
import { Menu } from '../../ui/Menu.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { showToast } from '../../ui/toast.ts';

type Opened = 'dialog' | 'confirm' | 'error' | null;

export function KitActions() {
  const [opened, setOpened] = useState<Opened>(null);
  const [tab, setTab] = useState<'pull' | 'push'>('pull');
  const close = () => setOpened(null);
  return (
    <Card title="Buttons, menus, dialogs, tabs">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" icon={<Plus aria-hidden size={16} />}>
          Primary
        </Button>
        <Button>Secondary</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger" icon={<Trash2 aria-hidden size={16} />}>
          Delete
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" isBusy>
          Saving
        </Button>
        <Button size="small">Small</Button>
        <IconButton label="Download" icon={<Download aria-hidden size={18} />} />
        <Spinner label="Checking services ..." isLabelShown />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button onClick={() => setOpened('dialog')}>Dialog</Button>
        <Button onClick={() => setOpened('confirm')}>Confirmation</Button>
        <Button onClick={() => setOpened('error')}>Error dialog</Button>
        <Button onClick={() => showToast('The card is the default now.')}>Toast</Button>
        <Menu
          trigger={<Button icon={<Settings aria-hidden size={16} />}>Menu</Button>}
          actions={[
            { label: 'System status', onSelect: () => showToast('System status', 'note') },
            { label: 'Not available', isDisabled: true },
            'separator',
            { label: 'Delete', isDangerous: true, onSelect: () => showToast('Not really', 'error') },
          ]}
        />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Badge>PENDING</Badge>
        <Badge tone="accent">Default</Badge>
        <Badge tone="ok">UP</Badge>
        <Badge tone="warn">DEGRADED</Badge>
        <Badge tone="danger">DOWN</Badge>
        <Badge tone="note">RUNNING</Badge>
      </div>
      <div className="mt-4">
        <Tabs
          label="Git configuration"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'pull', label: 'Pull', content: 'From a remote repository to the services.' },
            { value: 'push', label: 'Push', content: 'From the services to a remote repository.' },
          ]}
        />
      </div>
      <Dialog
        isOpen={opened === 'dialog'}
        onClose={close}
        title="A dialog"
        description="With a description, content and buttons."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Save
            </Button>
          </>
        }
      >
        Focus stays inside, Escape closes, and focus returns to the button.
      </Dialog>
      <ConfirmDialog
        isOpen={opened === 'confirm'}
        onCancel={close}
        onConfirm={close}
        title="Delete access key"
        confirmLabel="Delete"
        isDangerous
      >
        Are you sure you want to delete access key "ci-main"?
      </ConfirmDialog>
      <ErrorDialog error={opened === 'error' ? new Error('The card was declined.') : null} onClose={close} />
    </Card>
  );
}
