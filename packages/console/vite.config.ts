import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

/** Everything that is not a page or an asset of the console is answered by the platform server. */
const serverAddress = process.env.ATRIUM_PUBLIC_URL ?? 'http://127.0.0.1:8080';
const proxied = ['/auth', '/services', '/console/v1', '/console/api', '/doc/v1'];

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwindcss(), standaloneScripts()],
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      proxied.map((path) => [
        `^${path}(/|$|\\?)`,
        { target: serverAddress, changeOrigin: false, xfwd: true },
      ]),
    ),
  },
});

/**
 * Scripts that stand alone beside the console: the widget, which any page can embed as /console/widget.js, and
 * the test provider's card field, which is loaded as a real provider's would be.
 */
function standaloneScripts(): Plugin {
  const configurations = ['../widget/vite.config.ts', './vite.test-card-field.config.ts'];
  return {
    name: 'atrium-standalone-scripts',
    apply: 'build',
    async writeBundle({ dir }) {
      for (const configuration of configurations) {
        await build({
          configFile: new URL(configuration, import.meta.url).pathname,
          logLevel: 'warn',
          build: { outDir: dir ?? 'dist', emptyOutDir: false },
        });
      }
    },
  };
}
