import { defineConfig } from 'vite';

/** The test provider's card field as one script of its own: /console/test-card-field.js. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    lib: {
      entry: 'src/test-card-field/test-card-field.ts',
      formats: ['es'],
      fileName: () => 'test-card-field.js',
    },
  },
});
