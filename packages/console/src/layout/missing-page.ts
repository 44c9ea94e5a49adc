import { createContext } from 'react';

/** A page that is not found says so while it is shown, because the address alone does not show it. */
export const MissingPage = createContext<(isMissing: boolean) => void>(() => undefined);
