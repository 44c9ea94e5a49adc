import type { DefaultActions } from '@atrium/contract/service-api/export';
import type { ChoiceAction, ServiceChoices } from './diff-choices.ts';
import type { OpenFile } from './FileDialogs.tsx';
import type { FileRow } from './metadata-pairs.ts';
import type { DiffFile } from './service-diffs.ts';

/** What both views of a service's files get. */
export interface DiffViewProps {
  serviceId: string;
  serviceName: string;
  rows: readonly FileRow<DiffFile>[];
  choices: ServiceChoices;
  defaults: DefaultActions;
  dispatch: (action: ChoiceAction) => void;
  onOpen: (open: OpenFile) => void;
}
