import { getFunctionsUrl } from '@atrium/contract/services/functions-url';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { mayDo } from '../../../api/auth-state.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useAuth } from '../../../api/session.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { Copy } from '../../../ui/icons.ts';
import { TextToKeep } from '../../../ui/TextToKeep.tsx';
import { showToast } from '../../../ui/toast.ts';
import { logQuery } from '../functions/function.queries.ts';
import { ACCESS_WORDS, type DeclaredAddress, SCHEME_WORDS } from './address-values.ts';
import { RefusedRequests } from './RefusedRequests.tsx';

const SHOWN_CALLS = 3;

interface AddressTriggerProps {
  serviceId: string;
  name: string;
  address: DeclaredAddress;
}

/** Address of a function, the requirements of a request, the latest requests, and those that were refused. */
export function AddressTrigger({ serviceId, name, address }: AddressTriggerProps) {
  const { path, methods, access, cors, verify } = address;
  const { data } = useQuery(endpointQuery(getFunctionsUrl, {}));
  const scheme = String(verify?.['scheme'] ?? '');
  return (
    <div className="grid gap-3">
      {data?.url === null && (
        <p>The operator has set up no address for functions: ATRIUM_FUNCTIONS_URL is missing.</p>
      )}
      {data?.url != null && (
        <>
          <TextToKeep label="Address" text={data.url + path} />
          {data.own?.map((base) => (
            <TextToKeep key={base} label={`Address at ${new URL(base).host}`} text={base + path} />
          ))}
          <CopyCurl url={data.url} address={address} />
        </>
      )}
      <Facts>
        <Fact name="Methods">{methods.join(', ')}</Fact>
        <Fact name="Who may call">{ACCESS_WORDS.get(access) ?? access}</Fact>
        {verify && (
          <Fact name="Signature">
            {SCHEME_WORDS.get(scheme) ?? scheme}, checked with the secret{' '}
            <code className="font-mono">{String(verify['secret'])}</code>
          </Fact>
        )}
        {cors.length > 0 && <Fact name="Pages that may read responses">{cors.join(', ')}</Fact>}
      </Facts>
      <LastRequests serviceId={serviceId} name={name} path={path} />
      <RefusedRequests serviceId={serviceId} name={name} address={address} />
    </div>
  );
}

/** Shell command that sends an unsigned request. */
export function curlOfAddress(url: string, { path, methods, access }: DeclaredAddress): string {
  const [method = 'POST'] = methods;
  const token = access === 'public' ? '' : ` \\\n  -H "Authorization: Bearer $ATRIUM_TOKEN"`;
  const body =
    method === 'GET' || method === 'DELETE' ? '' : ` \\\n  -H 'Content-Type: application/json' \\\n  -d '{}'`;
  return `curl -X ${method} '${url}${path}'${token}${body}`;
}

function CopyCurl({ url, address }: { url: string; address: DeclaredAddress }) {
  function copy() {
    void navigator.clipboard.writeText(curlOfAddress(url, address)).then(
      () => showToast('The command was copied.'),
      () => showToast('The browser refused to copy.'),
    );
  }
  return (
    <div>
      <Button size="small" icon={<Copy aria-hidden size={14} />} onClick={copy}>
        Copy as curl
      </Button>
    </div>
  );
}

function LastRequests({ serviceId, name, path }: { serviceId: string; name: string; path: string }) {
  const mayCall = mayDo(useAuth(), 'functions.invoke');
  const { data } = useInfiniteQuery({ ...logQuery(serviceId, { function: name }), enabled: mayCall });
  const calls = data?.pages
    .flatMap(({ content }) => content)
    .filter(({ event }) => event?.endsWith(` ${path}`))
    .slice(0, SHOWN_CALLS);
  if (!calls) return null;
  if (calls.length === 0)
    return <p className="text-sm text-ink-soft">No request has reached the function lately.</p>;
  return (
    <ul aria-label="Last requests" className="grid gap-1 text-sm">
      {calls.map(({ id, event, calledOn, status }) => (
        <li key={id} className="flex flex-wrap gap-2">
          <span className="tabular">{formatDateTime(calledOn)}</span>
          <code className="font-mono">{event}</code>
          {status === 'OK' ? <Badge tone="ok">OK</Badge> : <Badge tone="danger">Failed</Badge>}
        </li>
      ))}
    </ul>
  );
}
