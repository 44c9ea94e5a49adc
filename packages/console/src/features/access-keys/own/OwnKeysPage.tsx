import { AllowKeyPage } from './AllowKeyPage.tsx';
import { OwnKeyList } from './OwnKeyList.tsx';

/**
 * A code in the address means that a device requests a key. Both pages share an address, because the sign-in page
 * lists all addresses and chunks.
 */
export function OwnKeysPage({ code, create }: { code: unknown; create: unknown }) {
  // Remount the form for each code.
  return typeof code === 'string' ? (
    <AllowKeyPage key={code} code={code} />
  ) : (
    <OwnKeyList create={typeof create === 'string' ? create : undefined} />
  );
}
