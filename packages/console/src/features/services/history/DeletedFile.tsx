import type { FileDeletion } from '@atrium/contract/configuration/file-history';
import { returnToVersion } from '@atrium/contract/configuration/versions';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { Service } from '@atrium/contract/services/service';
import { useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { type ButtonVariant, buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ReturnQuestion } from '../../configuration/public.ts';
import { filePage } from '../functions/function-file.ts';

interface DeletedFileProps {
  service: Service;
  deletion: FileDeletion;
}

/**
 * Shown in place of a deleted or moved file: the author of the change, and a link to restore or follow it. A file that
 * may have moved must not be restored, which would duplicate it.
 */
export function DeletedFile({ service, deletion }: DeletedFileProps) {
  const { version: made, liveVersion, files, movedTo, isMoveKnown } = deletion;
  const { version, parent, user, createdOn, message, commitSha } = made;
  const [isAsked, setAsked] = useState(false);
  const refusal = useRefusal(returnToVersion);
  const commit = commitSha === null ? '' : ` (commit ${commitSha.slice(0, 10)})`;
  const deleted = isMoveKnown ? 'Deleted' : 'Deleted or moved';
  const what = movedTo ? `Moved to ${filePathOf(movedTo)}` : deleted;
  const wayBack = (variant: ButtonVariant) => (
    <Button variant={variant} refusal={refusal} onClick={() => setAsked(true)}>
      Return to version {parent}
    </Button>
  );
  return (
    <Card title="Code">
      <EmptyState
        title={
          <span className="wrap-anywhere">
            {`${what} in version ${version} by ${user || 'Atrium'} on ${formatDateTime(createdOn)}`}
          </span>
        }
        hint={message === '' ? `That version has no message${commit}.` : `“${message}”${commit}`}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {movedTo && (
              <AppLink
                href={filePage(service.id, movedTo)}
                className={buttonClass('primary', 'medium', 'wrap-anywhere')}
              >
                Open {filePathOf(movedTo)}
              </AppLink>
            )}
            {movedTo === null && isMoveKnown && wayBack('primary')}
            <AppLink
              href={paths.service(service.id, { tab: 'versions', changes: `${parent}-${version}` })}
              className={buttonClass(isMoveKnown ? 'secondary' : 'primary')}
            >
              Changes of version {version}
            </AppLink>
            {movedTo === null && !isMoveKnown && wayBack('secondary')}
          </span>
        }
      />
      {isAsked && parent !== null && (
        <ReturnQuestion
          service={service}
          version={parent}
          liveVersion={liveVersion}
          gone={files}
          onClose={() => setAsked(false)}
        />
      )}
    </Card>
  );
}
