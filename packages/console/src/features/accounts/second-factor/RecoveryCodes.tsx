import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/Button.tsx';
import { Copy, Download } from '../../../ui/icons.ts';
import { showToast } from '../../../ui/toast.ts';

export interface RecoveryCodesProps {
  codes: readonly string[];
  /** True if the new codes replace existing ones. */
  replacesOthers?: boolean | undefined;
}

/** Recovery codes, shown once: they replace a second factor that is unavailable. */
export function RecoveryCodes({ codes, replacesOthers = false }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`;

  function copy() {
    void navigator.clipboard.writeText(text).then(
      () => showToast('The recovery codes were copied.'),
      () => showToast('The browser refused to copy. Download the codes, or write them down.'),
    );
  }

  return (
    <div className="grid gap-3">
      <p>
        If you lose your second factor, each of these codes signs you in once. Store them where only you can
        find them. You won't see them again.
        {replacesOthers && ' The codes from before no longer work.'}
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-1 rounded-panel border border-line bg-sunken p-3 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={<Copy aria-hidden size={16} />} onClick={copy}>
          Copy
        </Button>
        <Button
          size="small"
          icon={<Download aria-hidden size={16} />}
          onClick={() => saveFile('atrium-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Download
        </Button>
      </div>
    </div>
  );
}
