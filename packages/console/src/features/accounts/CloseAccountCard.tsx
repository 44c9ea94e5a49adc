import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CloseAccountDialog } from './CloseAccountDialog.tsx';

export function CloseAccountCard({ isOwner }: { isOwner: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Close account">
      <p className="mb-4 text-ink-soft">
        {isOwner
          ? 'Closes your account and your domain, for everyone in it. You see what ends before you decide.'
          : 'Closes your account. You leave the domain; what you made there stays.'}
      </p>
      <Button look="danger" onClick={() => setOpen(true)}>
        Close account
      </Button>
      {isOpen && <CloseAccountDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
