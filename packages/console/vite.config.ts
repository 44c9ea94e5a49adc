import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { selfContainedBase } from './base-file-plugin.ts';
import { compressedFiles } from './compress-plugin.ts';
import { contractForBrowsers } from './contract-plugin.ts';
import { inlineStyle } from './inline-style-plugin.ts';
import { prerenderedPages } from './prerender-plugin.ts';
import { programFiles } from './program-files-plugin.ts';

/** Everything that is not a page or an asset of the console is answered by the platform server. */
const serverAddress = process.env.ATRIUM_PUBLIC_URL ?? 'http://127.0.0.1:8080';
const proxied = ['/auth', '/services', '/console/v1', '/console/api', '/doc/v1'];

const basePackages =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\//;
const baseContract =
  /contract\/src\/(api-error|early-responses|console-paths|endpoint-path|error-message|send-call|accounts\/(safe-path|sign-in-reasons))\.ts/;
const baseParts =
  /src\/(paths|ui\/(AppLink|AtriumMark|Alert|Button|button-class|class-names|control-class|ErrorAlert|Field|IconButton|lazy-part|message-icons|PageHeader|PanelBoundary|read-error|Spinner|TextField|toast|Toaster|use-hydrated)|api\/(session|auth-state|sign-in-destination)|features\/accounts\/(VisitorCard|login-name)|layout\/(missing-page|page-change|nav-link-class|NavEntries|navigation|PageNotFound|search-text|use-addressed)|lib\/(after-paint|program-files))\.tsx?/;
/** What reads from the server, on pages of visitors too, and what those pages read. */
const queryParts =
  /@tanstack\/(react-query|query-core)\/|src\/(api\/(endpoint-query|identity-question|query-client|read-again|replay-queue|use-change|call)|layout\/WithQueries|public-responses|features\/(accounts\/opened-reset-link|articles\/(ArticleCards|article\.queries)|pricing\/price-list\.queries))\.tsx?/;
/**
 * What several pages of the signed-in share, the dashboard among them. Each one's own parts must be named here with
 * it (or stand in another group): what is left behind in a page's file would be needed before that file has run.
 */
const signedInParts =
  /console\/src\/(layout\/(staying-bars|use-work-messages|work-place|work-words|work\.queries|log-out|map|map-row-class|MapLabel|MapList|use-live-connection|use-pages-ahead|use-(service-name|logged-actor)|signed-in-entries)|api\/(live-events|server-events|use-pages|use-refusal)|lib\/(day-before|kept-text|kept-input)|ui\/(refusal|observe-height)|features\/(dashboard\/overview\.queries|limits\/(limit\.queries|LimitNotices)|accounts\/signed-in-by-link|audit\/log-target|test-runs\/(RunStrip|ResultMark|run-counts|try-text|status-look|use-run-path)\.|billing\/(billing\.queries|usage\/(usage\.queries|forecast-method|free-tier-text|FreeTierFigure)|days|InvoicesCard|InvoiceTable|AmountTiles|PayAction)|services\/(service\.queries|service-health|use-services-health)))|widget\/src\/(dom|panel|panel-frame|panel-lists|signed-in-panel|signed-out-panel|theme-choice)|node_modules\/eventsource-parser\//;
/**
 * Areas whose words the dashboard has; those of the public pages are a file of their own. What a service offers is
 * called by the pages about its configuration.
 */
const contractFiles: Record<string, string> = {
  articles: 'public',
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
/** What nearly every page with a dialog or a button that asks first needs. */
const dialogParts =
  /node_modules\/@(base-ui|floating-ui)\/|console\/src\/(ui\/(Dialog|ConfirmDialog|DeleteAction|RemoveDialog)|api\/use-remove)\.tsx?/;
/** Not what brings the words of test runs along, and Zod with them: few pages show those. */
const kitParts =
  /console\/src\/(ui|lib)\/(?!code\/|candidate-text|proof-text|Dialog|ConfirmDialog|DeleteAction|FormDialog|RemoveDialog|ShownOnceDialog|UnsavedQuestion|Menu|Tabs|VirtualTable|observe-(?:frame|height))/;

/** Files that the document itself names. */
const ALWAYS_THERE = /\/(base|roll)-/;

/** React, the router and our own parts that are on every page, including the sign-in. */
function isBase(id: string): boolean {
  const isPreloader = id.includes('vite/preload-helper');
  return isPreloader || [basePackages, baseContract, baseParts].some((part) => part.test(id));
}

/** What the overview asks of other areas. */
const overviewContract =
  /(accounts\/full-name|pricing\/free-tier|service-api\/(health|functions\/invocation-counts)|src\/(permissions|key-paths)|configuration\/configured-services|audit\/log|test-runs\/found-test-runs)\.ts/;

/** A page loads the words of what it shows: one file of the contract for each area, or for a few of them. */
function contractChunk(id: string): string {
  // The price list is for visitors; the free tier's offer is on the page for a first card.
  if (/pricing\/price-list\.ts/.test(id)) return 'contract-public';
  if (overviewContract.test(id)) return 'contract-signed-in';
  // Schemas of forms bring Zod: the dashboard has no form.
  if (/(-fields|typed-dollars)\.ts$/.test(id)) return 'contract-forms';
  // Only the pages with an invoice print one.
  if (/billing\/(invoice-paper|seller)\.ts$/.test(id)) return 'contract-invoices';
  const area = /contract\/src\/([\w-]+)\//.exec(id)?.[1];
  return `contract-${area === undefined ? 'public' : (contractFiles[area] ?? area)}`;
}

/** Units and prices in words belong to the kit: no page of visitors but the price list has them. */
const wordsOfUnits = /packages\/contract\/src\/(format-scale|pricing\/price-words)\.ts/;

const isOfContract = (id: string) => /packages\/contract\/src\//.test(id) && !wordsOfUnits.test(id);

const isOfKit = (id: string) => kitParts.test(id) || wordsOfUnits.test(id);

function isForQueries(id: string): boolean {
  return queryParts.test(id) || (isOfContract(id) && contractChunk(id) === 'contract-public');
}

function isForSignedIn(id: string): boolean {
  return signedInParts.test(id) || (isOfContract(id) && contractChunk(id) === 'contract-signed-in');
}

export default defineConfig({
  base: '/console/',
  plugins: [
    react(),
    tailwindcss(),
    contractForBrowsers(),
    selfContainedBase(),
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
    // A part without files to wait for is waited for itself.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, all, { hostType }) => {
        const others = all.filter((each) => !ALWAYS_THERE.test(each));
        // The document names its own file as a script.
        return others.length > 0 || hostType === 'html' ? others : [file];
      },
    },
    // Chunks have no styles: all styles come with the page.
    cssCodeSplit: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // Every page knows the names of all files: those of pages are whole, of what they share only the beginning.
        chunkFileNames: ({ name, isDynamicEntry }) =>
          `assets/${isDynamicEntry && /^[A-Z]/.test(name) ? name : name.slice(0, 4)}-[hash:7].js`,
        codeSplitting: {
          // Few files: what every page needs, what every signed-in page needs, and each page's own.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'base', test: isBase, priority: 4 },
            { name: 'schemas', test: /node_modules\/zod\//, priority: 3 },
            { name: 'queries', test: isForQueries, priority: 4 },
            { name: 'signed-in', test: isForSignedIn, priority: 4 },
            { name: contractChunk, debugName: 'contract', test: isOfContract, priority: 3 },
            // What comes after a password is loaded when it is asked for.
            { name: 'second-step', test: /widget\/src\/(confirm-form|second-step)/, priority: 1 },
            // Used together: each file's name costs every page, and each file two requests where it is needed.
            { name: 'dialogs', test: dialogParts, minShareCount: 10, priority: 1 },
            // What is built on Base UI is loaded with the pages that use it.
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
