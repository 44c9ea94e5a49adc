import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { createConsoleRouter } from './router.ts';

export function App({ router }: { router: ReturnType<typeof createConsoleRouter> }) {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
