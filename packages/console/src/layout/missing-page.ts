import { createContext } from 'react';

/** A page that is not found says so while it is shown: the address alone cannot tell. */
export const MissingPage = createContext<(isMissing: boolean) => void>(() => undefined);
