import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { compressedFiles } from './compress-plugin.ts';
import { contractForBrowsers } from './contract-plugin.ts';
import { fileGroups } from './file-groups.ts';
import { inlineStyle } from './inline-style-plugin.ts';
import { prerenderedPages } from './prerender-plugin.ts';
import { programFiles } from './program-files-plugin.ts';

/** Everything that is not a page or an asset of the console is answered by the platform server. */
const serverAddress = process.env.ATRIUM_PUBLIC_URL ?? 'http://127.0.0.1:8080';
const proxied = ['/auth', '/services', '/console/v1', '/console/api', '/doc/v1'];

/** Chunks of contract areas that have none of their own. */
const contractFiles: Record<string, string> = {
  articles: 'queries',
  'test-runs': 'configuration',
  billing: 'signed-in',
  services: 'signed-in',
  'service-api': 'configuration',
  'access-keys': 'administration',
  audit: 'administration',
  customers: 'administration',
  pricing: 'administration',
  events: 'signed-in',
  limits: 'signed-in',
  work: 'signed-in',
};
/** Modules of nearly every page with a dialog or a confirmation. */
const dialogParts =
  /node_modules\/@(base-ui|floating-ui)\/|console\/src\/(ui\/(Dialog|ConfirmDialog|DeleteAction|RemoveDialog)|api\/use-remove)\.tsx?/;
/** What the pages of tests load with them. Excludes comparisons of lines, which import the editor. */
const testParts =
  /console\/src\/(features\/test-runs|layout\/SourceDialog)|packages\/diff\/src\/(unified|search|sequence|slide|change|hunk)/;
/** Without imports of their own that a page would load with them. */
const smallParts =
  /console\/src\/(api\/(is-outcome-unknown|use-idempotency-key)|features\/billing\/AmountTiles|layout\/[Hh]elp)/;
/** Long tables. */
const rowParts =
  /node_modules\/@tanstack\/(react-virtual|virtual-core)\/|console\/src\/ui\/(VirtualTable|observe-frame)/;
/** Shared by the pages of tests, services and the pull. */
const changeParts = /console\/src\/features\/configuration\//;
/** Excludes the texts of test runs, which import Zod: few pages show them. */
const kitParts =
  /console\/src\/(ui|lib)\/(?!code\/|Dialog|ConfirmDialog|DeleteAction|FormDialog|RemoveDialog|ShownOnceDialog|UnsavedQuestion|Menu|Tabs|VirtualTable|observe-(?:frame|height))/;

/** Contract modules of other areas that the overview uses. */
const overviewContract =
  /(accounts\/full-name|pricing\/free-tier|service-api\/(health|functions\/(hosts|invocation-counts|values))|src\/(permissions|key-paths)|configuration\/configured-services|audit\/log|test-runs\/found-test-runs)\.ts/;

/** Hashes of files, and the name of a version: every page with the contract of the configuration shows or loads them. */
const usedByConfiguration = /node_modules\/@noble\/hashes\/|layout\/version\.queries/;

/** Splits the contract by area, so that a page loads only the areas that it shows. Some areas share a file. */
function contractChunk(id: string): string {
  // The price list is for visitors; the free tier's offer is on the page for a first card.
  if (/pricing\/price-list\.ts/.test(id)) return 'contract-queries';
  if (overviewContract.test(id)) return 'contract-signed-in';
  if (usedByConfiguration.test(id)) return 'contract-configuration';
  // Schemas of forms import Zod: the dashboard has no form.
  if (/(-fields|typed-dollars)\.ts$/.test(id)) return 'contract-forms';
  if (/billing\/version-costs\.ts$/.test(id)) return 'contract-configuration';
  // Only the pages with an invoice print one, or say what a metric counts.
  if (/(billing\/(invoice-paper|seller)|pricing\/metric-words)\.ts$/.test(id)) return 'contract-invoices';
  const area = /contract\/src\/([\w-]+)\//.exec(id)?.[1];
  return `contract-${area === undefined ? 'queries' : (contractFiles[area] ?? area)}`;
}

/** Units and prices in words belong to the kit: no page of visitors but the price list has them. */
const wordsOfUnits = /packages\/contract\/src\/(format-scale|pricing\/price-words)\.ts/;

const isOfContract = (id: string) => /packages\/contract\/src\//.test(id) && !wordsOfUnits.test(id);

const isOfKit = (id: string) => kitParts.test(id) || wordsOfUnits.test(id);

const { plugin: listedFiles, fileOf } = fileGroups();

/** Listed modules. Their imports from the contract and the kit go to the chunks of these. */
function isListedIn(file: string, id: string): boolean {
  if (isOfContract(id)) return contractChunk(id) === `contract-${file}`;
  return fileOf(id) === file && !isOfKit(id) && !/node_modules\/zod\//.test(id);
}

export default defineConfig({
  base: '/console/',
  plugins: [
    react(),
    tailwindcss(),
    contractForBrowsers(),
    listedFiles,
    programFiles(),
    inlineStyle(),
    standaloneScripts(),
    prerenderedPages(process.env.ATRIUM_PRERENDER_DATA),
    compressedFiles(),
  ],
  build: {
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // Chunks have no styles: all styles load with the page.
    cssCodeSplit: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // Every page contains the names of all files, so shared chunks use only the beginning of theirs, and hashes
        // few different characters, which compress best.
        hashCharacters: 'hex',
        chunkFileNames: ({ name, isDynamicEntry }) =>
          `assets/${isDynamicEntry && /^[A-Z]/.test(name) ? name : name.slice(0, 4)}-[hash:7].js`,
        codeSplitting: {
          // Few chunks: one for every page, one for every signed-in page, and one for each page.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', test: (id) => fileOf(id) === 'base', priority: 4 },
            { name: 'schemas', test: /node_modules\/zod\//, priority: 3 },
            { name: 'queries', test: (id) => isListedIn('queries', id), priority: 4 },
            { name: 'signed-in', test: (id) => isListedIn('signed-in', id), priority: 4 },
            {
              name: contractChunk,
              debugName: 'contract',
              test: (id) => isOfContract(id) || usedByConfiguration.test(id),
              priority: 3,
            },
            // Steps after a password are loaded on demand.
            { name: 'second-step', test: /widget\/src\/(confirm-form|second-step)/, priority: 1 },
            // Used together: each file's name costs every page, and each file two requests where it is needed.
            { name: 'dialogs', test: dialogParts, minShareCount: 10, priority: 1 },
            // Each file costs a request: what two pages of an area share is one file.
            { name: 'tests', test: testParts, minShareCount: 2, priority: 1 },
            { name: 'rows', test: rowParts, minShareCount: 2, priority: 1 },
            { name: 'parts', test: smallParts, minShareCount: 2, priority: 1 },
            { name: 'changes', test: changeParts, minShareCount: 5, priority: 1 },
            // Modules built on Base UI are loaded with the pages that use them.
            { name: 'kit', test: (id) => isOfKit(id) && fileOf(id) !== undefined, priority: 2 },
            { name: 'kit', test: isOfKit, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
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
 * Standalone scripts next to the console: the widget, which any page can embed as /console/widget.js, and
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
