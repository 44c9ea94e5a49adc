import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { type CurlCall, curlOf } from './curl.ts';

/** Copies the same call as a command, without a token: that comes from the environment. */
export function CopyAsCurl({ serviceId, name, input }: CurlCall) {
  const [outcome, setOutcome] = useState('');
  function handleClick() {
    navigator.clipboard.writeText(curlOf(window.location.origin, { serviceId, name, input })).then(
      () => setOutcome('Copied'),
      () => setOutcome('Could not be copied'),
    );
  }
  return (
    <span className="flex items-center gap-2">
      <span role="status" className="text-sm text-ink-soft">
        {outcome}
      </span>
      <Button size="small" icon={<Copy aria-hidden size={14} />} onClick={handleClick}>
        Copy as curl
      </Button>
    </span>
  );
}
