import { fillPath } from '@atrium/contract/endpoint-path';
import { invokeFunction, invokeTopFunction } from '@atrium/contract/service-api/invoke';
import { serviceUri } from '@atrium/contract/services/service';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';

interface CopyAsCurlProps {
  serviceId: string;
  name: string;
  input: string;
}

/** Copies the same call as a command, without a token: that comes from the environment. */
export function CopyAsCurl({ serviceId, name, input }: CopyAsCurlProps) {
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

export function curlOf(origin: string, { serviceId, name, input }: CopyAsCurlProps): string {
  const slash = name.lastIndexOf('/');
  const path =
    slash === -1
      ? fillPath(invokeTopFunction.path, { name })
      : fillPath(invokeFunction.path, { folder: name.slice(0, slash), name: name.slice(slash + 1) });
  const body = input.trim() === '' ? '' : ` \\\n  -d '${input.replaceAll("'", "'\\''")}'`;
  return `curl -X POST '${origin}${serviceUri(serviceId)}${path}' \\
  -H "Authorization: Bearer $ATRIUM_TOKEN" \\
  -H 'Content-Type: application/json'${body}`;
}
