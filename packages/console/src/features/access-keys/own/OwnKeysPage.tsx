import { AllowKeyPage } from './AllowKeyPage.tsx';
import { OwnKeyList } from './OwnKeyList.tsx';

/**
 * With a code in the address, a device asks for a key. One page for both, because the sign-in page knows each address
 * and each part of the program.
 */
export function OwnKeysPage({ code, create }: { code: unknown; create: unknown }) {
  // Each code is asked about anew.
  return typeof code === 'string' ? (
    <AllowKeyPage key={code} code={code} />
  ) : (
    <OwnKeyList create={typeof create === 'string' ? create : undefined} />
  );
}
