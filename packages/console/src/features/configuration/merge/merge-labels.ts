import type { Exchange } from '@atrium/contract/configuration/configured-services';
import { formatDateTime } from '../../../lib/format-date.ts';
import type { PaneLabel } from '../panes/pane-label.ts';
import type { Pane } from '../panes/pane-region.ts';
import type { ResumedDraft } from './resume-draft.ts';

interface LabelSources {
  local: {
    version: number | undefined;
    author: string | undefined;
    lastModified: string | null | undefined;
  };
  /** Pull or push that created the base, if known. */
  exchange: (Exchange & { author: string | undefined }) | undefined;
  remote: { commitSha: string; author?: string; lastModified?: string };
  resumed: ResumedDraft | null;
}

/** Labels of the panes: version or commit, author, time. They fit one line; the title names the service. */
export function mergeLabels({ local, exchange, remote, resumed }: LabelSources): Record<Pane, PaneLabel> {
  const draft = resumed && label('Your draft', timeOf(resumed.savedAt));
  const draftSide = resumed?.draftSide ?? null;
  const live = label('Local', `version ${local.version ?? '?'}`, local.author, timeOf(local.lastModified));
  const pulled = label('Remote', shortCommit(remote.commitSha), remote.author, timeOf(remote.lastModified));
  const exchanged = label(
    'Base',
    exchange && shortCommit(exchange.commitSha),
    exchange?.author,
    exchange && `${exchange.direction === 'PULL' ? 'pulled' : 'pushed'} ${timeOf(exchange.exchangedOn)}`,
    'last common version',
  );
  return {
    local: draftSide === 'local' && draft ? draft : live,
    merged: { name: 'Merged', detail: 'result' },
    remote: draftSide === 'remote' && draft ? draft : pulled,
    base: draftSide
      ? label('Base', `${baseOfDraft[draftSide]} as it was when your draft was made`)
      : exchanged,
  };
}

/** If the draft is on one side, the base is the version of the other side that it was made on. */
const baseOfDraft = { local: 'remote', remote: 'local' };

function label(name: string, ...details: (string | null | undefined)[]): PaneLabel {
  return { name, detail: details.filter(Boolean).join(' · ') };
}

const shortCommit = (commitSha: string) => `commit ${commitSha.slice(0, 10)}`;
const timeOf = (time: string | null | undefined) => (time ? formatDateTime(time) : undefined);
