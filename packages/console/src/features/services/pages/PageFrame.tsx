import type { getServicePage } from '@atrium/contract/access-keys/page-grant';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import type { Permission } from '@atrium/contract/permissions';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import { GrantDialog } from './GrantDialog.tsx';
import { listenToPage } from './page-port.ts';
import { type Allowed, PageRequests } from './page-requests.ts';

interface Question {
  permissions: readonly Permission[];
  resolve: (allowed: Allowed | undefined) => void;
}

/** Frame for the untrusted pages of a service: an opaque origin and no permissions but granted ones. */
export function PageFrame({ page }: { page: EndpointResponse<typeof getServicePage> }) {
  const { user } = useAuth();
  const frame = useRef<HTMLIFrameElement>(null);
  const [nonce] = useState(() => crypto.randomUUID());
  const [question, setQuestion] = useState<Question>();
  const heldNow = useEffectEvent(() => user?.permissions ?? []);
  const ask = useCallback(
    (permissions: readonly Permission[]) =>
      new Promise<Allowed | undefined>((resolve) => setQuestion({ permissions, resolve })),
    [],
  );
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const requests = new PageRequests({ held: heldNow(), ask });
    const end = listenToPage(element, nonce, (message) => requests.answer(message));
    // Load the page only after the listener is attached, so that its first message isn't lost.
    element.src = page.uri;
    return end;
  }, [ask, nonce, page.uri]);
  return (
    <>
      {/* The nonce is all that the page learns of where it is shown. */}
      <iframe
        ref={frame}
        name={nonce}
        title={`Pages of ${page.name}`}
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        className="h-[70dvh] w-full rounded-panel border border-line bg-white"
      />
      {question && (
        <GrantDialog
          page={page}
          permissions={question.permissions}
          onAnswer={(allowed) => {
            setQuestion(undefined);
            question.resolve(allowed);
          }}
        />
      )}
    </>
  );
}
