import type { OfferedProvider } from '@atrium/contract/accounts/provider-sign-in';
import { useEffect, useState } from 'react';
import { session } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';

const KEY = 'atrium.sign-in-domain';

/** The domain whose sign-in page was last opened in this browser: its providers are offered again after a sign-out. */
function readSignInDomain(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function rememberSignInDomain(domain: string): void {
  try {
    localStorage.setItem(KEY, domain);
  } catch {
    // Without storage the address must be opened again.
  }
}

interface ProviderButtonsProps {
  /** The domain whose providers are offered, too. */
  domain: string | undefined;
}

/** Sign-in with identity providers: those for everyone, and those of a domain whose address was opened. */
export function ProviderButtons({ domain = readSignInDomain() }: ProviderButtonsProps) {
  const [providers, setProviders] = useState<OfferedProvider[]>([]);
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState('');

  useEffect(() => {
    let isShown = true;
    // Use the widget's calls, which are already loaded: the console's would import the query cache.
    session()
      .listProviders(domain)
      .then(
        (offered) => isShown && setProviders(offered),
        (error: Error) =>
          isShown && setFailure(`Other ways to sign in could not be loaded. ${error.message}`),
      );
    if (domain !== undefined) rememberSignInDomain(domain);
    return () => {
      isShown = false;
    };
  }, [domain]);

  async function start(id: string) {
    if (busy !== undefined) return;
    setBusy(id);
    setFailure('');
    try {
      const next = new URLSearchParams(window.location.search).get('next') ?? undefined;
      // Going back may restore the page in this state from the browser's cache.
      window.addEventListener('pageshow', () => setBusy(undefined), { once: true });
      window.location.assign(await session().startProvider(id, next));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(undefined);
    }
  }

  return (
    <>
      {providers.length > 0 && (
        <div className="mt-4 flex flex-col gap-4">
          {providers.map(({ id, name }) => (
            <Button key={id} isBusy={busy === id} onClick={() => void start(id)}>
              Continue with {name}
            </Button>
          ))}
        </div>
      )}
      <p role="alert" className="mt-4 text-danger empty:hidden">
        {failure}
      </p>
    </>
  );
}
