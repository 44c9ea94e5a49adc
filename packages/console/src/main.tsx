import './ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import KitPage from './ui/kit/KitPage.tsx';
import { Toaster } from './ui/Toaster.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <main className="p-4">
      <KitPage />
    </main>
    <Toaster />
  </StrictMode>,
);
