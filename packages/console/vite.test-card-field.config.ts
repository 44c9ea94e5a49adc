import { defineConfig } from 'vite';
import { contractForBrowsers } from './contract-plugin.ts';

/** The test provider's card field as a separate script: /console/test-card-field.js. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [contractForBrowsers()],
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    lib: {
      entry: 'src/test-card-field/test-card-field.ts',
      formats: ['es'],
      fileName: () => 'test-card-field.js',
    },
  },
});
