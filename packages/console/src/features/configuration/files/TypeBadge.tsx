import type { DiffType } from '@atrium/contract/configuration/diff-file';
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx';
import { Equal, FilePenLine, FilePlus2, FileX2, MoveRight } from '../../../ui/icons.ts';
import { diffTypeLabels } from './labels.ts';

const styles: Record<DiffType, { tone: BadgeTone; Icon: typeof Equal }> = {
  NEW: { tone: 'ok', Icon: FilePlus2 },
  DELETED: { tone: 'danger', Icon: FileX2 },
  CHANGED: { tone: 'note', Icon: FilePenLine },
  MOVED: { tone: 'warn', Icon: MoveRight },
  NO_CHANGE: { tone: 'neutral', Icon: Equal },
};

/** The type of a file in a word and an icon. */
export function TypeBadge({ type }: { type: DiffType }) {
  const { tone, Icon } = styles[type];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden size={14} />}>
      {diffTypeLabels[type]}
    </Badge>
  );
}
