import { keyPaths } from '@atrium/contract/key-paths';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { type CurlCall, curlOf } from './curl.ts';

/** Copies the call as a command that reads its token from the environment, and links to where one is made. */
export function CopyAsCurl({ serviceId, name, input }: CurlCall) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  function handleClick() {
    navigator.clipboard.writeText(curlOf(window.location.origin, { serviceId, name, input })).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  }
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      <span role="status" className="text-sm text-ink-soft">
        {outcome === 'failed' && 'Could not be copied'}
        {outcome === 'copied' && (
          <>
            Copied. It needs an access key in ATRIUM_TOKEN:{' '}
            <AppLink href={keyPaths.create('functions.invoke')}>create one that may call functions</AppLink>
          </>
        )}
      </span>
      <Button size="small" icon={<Copy aria-hidden size={14} />} onClick={handleClick}>
        Copy as curl
      </Button>
    </span>
  );
}
