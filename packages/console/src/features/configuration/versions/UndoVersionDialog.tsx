import { MAX_RETURNED_FILES } from '@atrium/contract/configuration/versions';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { useQuery } from '@tanstack/react-query';
import { useServiceName } from '../../../layout/use-service-name.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { NamedList } from '../live-change/NamedList.tsx';
import { ReturnQuestion } from './ReturnQuestion.tsx';
import { undoneFiles } from './undo-files.ts';
import { undoQuery, type VersionToUndo } from './version.queries.ts';

interface UndoVersionDialogProps {
  onClose: () => void;
}

/** Takes back one version that the address names, `12.hyper-dispatch`, and nothing that was made after it. */
export function UndoVersionDialog({ onClose }: UndoVersionDialogProps) {
  const { search } = useAddress();
  const [, number, serviceId] = /^([1-9]\d{0,8})\.(.+)$/.exec(String(search['dialog.version'])) ?? [];
  if (serviceId === undefined) return null;
  return <UndoVersion serviceId={serviceId} version={Number(number)} onClose={onClose} />;
}

interface UndoVersionProps extends UndoVersionDialogProps {
  serviceId: string;
  version: number;
}

function UndoVersion({ serviceId, version, onClose }: UndoVersionProps) {
  const found = useQuery(undoQuery(serviceId, version));
  const name = useServiceName()(serviceId);
  if (!found.data) {
    return (
      <Dialog isOpen size="small" title={`Undo version ${version}?`} onClose={onClose}>
        <QueryPanel query={found}>{() => null}</QueryPanel>
      </Dialog>
    );
  }
  return (
    <UndoQuestion service={{ id: serviceId, name }} version={version} {...found.data} onClose={onClose} />
  );
}

interface UndoQuestionProps extends UndoVersionDialogProps, VersionToUndo {
  service: { id: string; name: string };
  version: number;
}

function UndoQuestion({ service, version, parent, live, made, since, onClose }: UndoQuestionProps) {
  const files = undoneFiles(made, since);
  const isLive = version === live;
  const isTooLarge = !isLive && files.undone.length > MAX_RETURNED_FILES;
  if (files.overwritten.length > 0 || files.undone.length === 0 || isTooLarge) {
    const rows = files.overwritten.map((path) => ({ serviceName: service.name, path }));
    return (
      <Dialog
        isOpen
        size="small"
        title={
          rows.length > 0 || isTooLarge
            ? `Version ${version} cannot be undone alone`
            : `Version ${version} is undone already`
        }
        onClose={onClose}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {isTooLarge ? (
          <p>
            It changed {files.undone.length.toLocaleString('en-US')} files, and more than {MAX_RETURNED_FILES}{' '}
            cannot be undone beneath later versions.
          </p>
        ) : rows.length > 0 ? (
          <NamedList title="Later versions changed these files, and undoing would lose that" rows={rows} />
        ) : (
          <p>
            {made.length === 0
              ? 'It changed no file.'
              : `Its files are as in version ${parent}; version ${live} is live.`}
          </p>
        )}
        <p className="mt-3">
          <AppLink href={paths.service(service.id, { tab: 'versions' })} className="link">
            Versions of {service.name}
          </AppLink>
        </p>
      </Dialog>
    );
  }
  return (
    <ReturnQuestion
      service={service}
      version={parent}
      liveVersion={live}
      undo={{
        version,
        paths: files.undone,
        // The whole of a version costs less than its files, and may have any number of them.
        files: isLive ? undefined : files.undone.map(filePlaceOf),
      }}
      onClose={onClose}
    />
  );
}
