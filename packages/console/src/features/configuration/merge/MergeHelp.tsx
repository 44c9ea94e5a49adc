import { Help } from '../../../layout/Help.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { mergeKeys } from './merge-keys.ts';

/** How a merge works, and the list of keys. */
export function MergeHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen size="small" title="Keys" description={<Help topic="merge" />} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {mergeKeys.map(([keys, does]) => (
          <div key={keys} className="contents">
            <dt className="font-mono">{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
