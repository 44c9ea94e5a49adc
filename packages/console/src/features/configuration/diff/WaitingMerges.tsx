import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { GitMerge } from 'lucide-react';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { OpenFile } from './open-file.ts';
import { type WaitingMerge, whyNot } from './waiting-merges.ts';

interface WaitingMergesProps {
  waiting: readonly WaitingMerge[];
  onOpen: (open: OpenFile) => void;
}

/** Merges and drafts of files that cannot take them now, so that none is lost and each can be opened. */
export function WaitingMerges({ waiting, onOpen }: WaitingMergesProps) {
  return waiting.map(({ file, isStored }) => {
    const path = filePathOf(file);
    return (
      <Alert
        key={path}
        kind={isStored ? 'warning' : 'note'}
        className="mx-4 mb-2"
        actions={
          <Button
            size="small"
            aria-label={`Merge ${path}`}
            icon={<GitMerge aria-hidden size={16} />}
            onClick={() => onOpen({ file, dialog: 'merge', isOwn: true })}
          >
            Merge
          </Button>
        }
      >
        {`Your ${isStored ? 'merge' : 'draft'} of ${path} cannot be submitted, because ${whyNot(file.type)}. It is kept in this browser for up to seven days.`}
      </Alert>
    );
  });
}
