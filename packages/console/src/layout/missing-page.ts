import { createContext } from 'react';

/** Set by the page "not found" while it is shown, because the address alone doesn't reveal it. */
export const MissingPage = createContext<(isMissing: boolean) => void>(() => undefined);
