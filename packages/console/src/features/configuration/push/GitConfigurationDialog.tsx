import type { ImportResult } from '@atrium/contract/configuration/import';
import type { Pull } from '@atrium/contract/configuration/pull';
import { useState } from 'react';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { ImportEverythingDialog } from '../import/ImportEverythingDialog.tsx';
import { UploadForm } from '../import/UploadForm.tsx';
import { PullStep } from '../pull/PullStep.tsx';
import { BackupsDialog, VERSIONS } from '../versions/BackupsDialog.tsx';
import { VersionsFooter } from '../versions/VersionsFooter.tsx';
import { PushForm } from './PushForm.tsx';

type GitConfigurationTab = 'pull' | 'push' | 'upload';

interface GitConfigurationDialogProps {
  initialTab: GitConfigurationTab;
  /** Chosen in the upload tab from the start. */
  serviceId?: string | undefined;
  onClose: () => void;
}

/** Dialog for pull, push and upload. A pull or upload continues in Import Everything. */
export function GitConfigurationDialog({ initialTab, serviceId, onClose }: GitConfigurationDialogProps) {
  const [tab, setTab] = useState(initialTab);
  const [results, setResults] = useState<readonly ImportResult[] | null>(null);
  const [pull, setPull] = useState<Pull>();
  const [openVersions, setOpenVersions] = useAddressed(VERSIONS);
  if (results) return <ImportEverythingDialog results={results} pull={pull} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      title="Git configuration"
      onClose={onClose}
      footer={<VersionsFooter onOpen={() => setOpenVersions('open')} onClose={onClose} />}
    >
      <Tabs
        label="Git configuration"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'pull',
            label: 'Pull',
            content: (
              <PullStep
                more={{ sendImportRequests: true }}
                onPulled={(pulled) => {
                  setPull(pulled);
                  setResults(pulled.results ?? []);
                }}
              />
            ),
          },
          { value: 'push', label: 'Push', content: <PushForm /> },
          {
            value: 'upload',
            label: 'Upload',
            content: <UploadForm serviceId={serviceId} onLoaded={setResults} />,
          },
        ]}
      />
      {openVersions === 'open' && <BackupsDialog onClose={() => setOpenVersions(undefined)} />}
    </Dialog>
  );
}
