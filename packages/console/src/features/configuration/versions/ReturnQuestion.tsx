import type { ComparedFile } from '@atrium/contract/configuration/comparison';
import {
  type FilePlace,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import type { Service } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { CandidateTest, isUncovered, useCandidate } from '../../test-runs/public.ts';
import { DeclaredByReturn } from '../live-change/DeclaredList.tsx';
import { LongOperation } from '../live-change/LongOperation.tsx';
import { NamedList } from '../live-change/NamedList.tsx';
import { isSubmitUnknown, UNKNOWN_RETURN } from '../live-change/submit-failure.ts';
import { useReturn } from './use-return.ts';
import { changesBetweenQuery } from './version.queries.ts';

interface ReturnQuestionProps {
  service: Pick<Service, 'id' | 'name'>;
  version: number;
  /** The one that is live, as far as the person sees. */
  liveVersion: number;
  /** Limits the rollback to this file. A moved file returns to its old path and leaves the new one. */
  file?: Pick<ComparedFile, 'filePath' | 'oldFilePath'>;
  /** These files only, which are no longer live. */
  gone?: readonly FilePlace[];
  /** Version to undo, and the paths that it changed; without `files`, everything returns to `version`. */
  undo?: { version: number; paths: readonly string[]; files: FilePlace[] | undefined };
  onClose: () => void;
}

/** Confirms a rollback to an earlier version, with the list of changed files. */
export function ReturnQuestion({
  service,
  version,
  liveVersion,
  file,
  gone,
  undo,
  onClose,
}: ReturnQuestionProps) {
  const changes = useQuery({ ...changesBetweenQuery(service.id, 'live', version), enabled: !undo });
  const { filePath, oldFilePath } = file ?? {};
  const paths = gone?.map(filePathOf) ?? [oldFilePath, filePath].filter((path) => path !== undefined);
  const files = file || gone ? paths.map(filePlaceOf) : undo?.files;
  const returning = useReturn({
    service,
    version,
    liveVersion,
    files,
    undoneVersion: undo?.version,
    onDone: onClose,
  });
  const declaredReturn = {
    serviceId: service.id,
    serviceName: service.name,
    version,
    files: undo
      ? undo.paths.map((path) => ({ live: path, returned: path }))
      : filePath === undefined
        ? gone?.map(filePathOf).map((path) => ({ live: path, returned: path }))
        : [{ live: filePath, returned: oldFilePath ?? filePath }],
  };
  const change = { serviceId: service.id, version, baseVersion: liveVersion, ...(files && { files }) };
  const candidate = useCandidate({ contents: () => JSON.stringify(change) });
  const test = (
    <CandidateTest
      candidate={candidate}
      error={returning.error}
      onTest={() => candidate.test([{ kind: 'version', ...change }])}
    />
  );
  if (returning.error) {
    const isUnknown = isSubmitUnknown(returning.error);
    return (
      <ErrorDialog
        error={returning.error}
        title={isUnknown ? UNKNOWN_RETURN : 'Nothing was changed'}
        // Back in the question, the list shows the remaining differences from the version.
        onClose={isUnknown || isUncovered(returning.error) ? returning.reset : onClose}
      >
        {isUncovered(returning.error) && test}
      </ErrorDialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={
        undo
          ? `Undo version ${undo.version}?`
          : files
            ? `Return ${paths.join(' and ')} to version ${version}?`
            : `Return to version ${version}?`
      }
      confirmLabel={undo ? `Undo version ${undo.version}` : 'Return'}
      isBusy={returning.isPending}
      onCancel={onClose}
      onConfirm={() => returning.mutate()}
    >
      {undo ? (
        <NamedList
          title={`${undo.paths.length === 1 ? 'One file becomes' : `${undo.paths.length.toLocaleString('en-US')} files become`} as in version ${version}; no other changes`}
          rows={undo.paths.map((path) => ({ serviceName: service.name, path }))}
        />
      ) : files ? (
        <p>
          {gone && gone.length > 1
            ? 'Both files are restored as they were'
            : 'The file is restored as it was'}{' '}
          in version {version}
          {oldFilePath !== undefined && `: back at ${oldFilePath}, and no longer at ${filePath}`}. All other
          files stay.
        </p>
      ) : (
        <QueryPanel query={changes}>
          {(files) =>
            files.length === 0 ? (
              <p>All files are already as in version {version}.</p>
            ) : (
              <NamedList
                title={`${files.length === 1 ? 'One file changes' : `${files.length.toLocaleString('en-US')} files change`}, also where others have worked on it since`}
                rows={files.map(({ filePath }) => ({ serviceName: service.name, path: filePath }))}
              />
            )
          }
        </QueryPanel>
      )}
      <DeclaredByReturn returns={[declaredReturn]} />
      {!undo && !files && liveVersion > version + 1 && (
        <p className="mt-3">
          This takes back versions {version + 1} to {liveVersion}.
        </p>
      )}
      <p className="mt-3">This makes a new version; the live one is kept, and you can return to it.</p>
      {test}
      {returning.isPending && <LongOperation id={returning.progress} />}
    </ConfirmDialog>
  );
}
