import { Button } from './Button.tsx';
import { Copy } from './icons.ts';
import { showToast } from './toast.ts';

interface TextToKeepProps {
  /** Label, such as `Token`. */
  label: string;
  text: string;
  /** Beside another text that only its label tells apart. */
  isLabelShown?: boolean;
}

/** Text to copy elsewhere, with a copy button. */
export function TextToKeep({ label, text, isLabelShown = false }: TextToKeepProps) {
  const name = label.toLowerCase();
  function copy() {
    void navigator.clipboard.writeText(text).then(
      () => showToast(`The ${name} was copied.`),
      () => showToast(`The browser refused to copy. Select the ${name} and copy it yourself.`),
    );
  }
  return (
    <>
      {isLabelShown && (
        <span aria-hidden className="-mb-1 text-sm font-medium">
          {label}
        </span>
      )}
      <output
        aria-label={label}
        className="block rounded-panel border border-line bg-sunken p-3 font-mono text-sm break-all"
      >
        {text}
      </output>
      <div>
        <Button size="small" aria-label={`Copy ${name}`} icon={<Copy aria-hidden size={16} />} onClick={copy}>
          Copy
        </Button>
      </div>
    </>
  );
}
