import { defineConfig } from 'vite';

/** One classic script without imports, so that a page embeds it with one tag. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: false,
    reportCompressedSize: false,
    lib: {
      entry: 'src/embed.ts',
      formats: ['iife'],
      name: 'AtriumConsoleWidget',
      fileName: () => 'widget.js',
    },
  },
});
