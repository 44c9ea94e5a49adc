/** How a step of an article is proved: done here, or by the test that does it in its place. */
export type Way =
  /** The settings menu has it, and it opens what has this name. */
  | { menu: string; opens: string }
  /** The map at the left has it, and it opens the page with this heading. */
  | { map: string; opens: string }
  /** A page has it. */
  | { at: string; role: 'button' | 'link' | 'tab' | 'heading' }
  /** A test file does it. */
  | { spec: string };

/** By article, then by the words that it prints in bold: what a reader looks for on the screen. */
export const articleSteps: Record<string, Record<string, Way>> = {
  'first-steps': {
    Register: { spec: 'accounts/register' },
    Functions: { map: 'Functions', opens: 'Hyper Dispatch' },
    Call: { spec: 'shell/overview' },
    Edit: { spec: 'services/functions' },
    Code: { at: '/console/services/hyper-dispatch?function=greet', role: 'heading' },
    Save: { spec: 'services/functions' },
    'Settings → Run Tests': { menu: 'Run Tests', opens: 'Run Tests' },
    Run: { at: '/console/run-tests', role: 'button' },
  },
  'write-tests': {},
  'run-tests': {
    'Settings → Run Tests': { menu: 'Run Tests', opens: 'Run Tests' },
    'Stop Execution On Error': { spec: 'test-runs/run-tests' },
    'Run As': { spec: 'test-runs/run-tests' },
    'Submit & Run Tests': { spec: 'test-runs/run-tests' },
  },
  'test-run-dashboard': {
    'Test Run Dashboard': { map: 'Test Run Dashboard', opens: 'Test Run Dashboard' },
    Filter: { at: '/console/test-runner-dashboard', role: 'button' },
    'From Date': { spec: 'test-runs/test-runner-dashboard' },
    'To Date': { spec: 'test-runs/test-runner-dashboard' },
    Search: { spec: 'test-runs/test-runner-dashboard' },
    'Run Tests': { at: '/console/test-runner-dashboard', role: 'link' },
  },
  'flaky-tests': {
    'Retries of a failed test': { spec: 'test-runs/run-tests' },
    'Quarantine…': { spec: 'test-runs/history' },
    Timetable: { at: '/console/test-runner-dashboard', role: 'tab' },
    Notices: { at: '/console/test-runner-dashboard', role: 'tab' },
  },
  'proof-and-protection': {
    Proof: { at: '/console/services/hyper-dispatch', role: 'tab' },
    Versions: { at: '/console/services/hyper-dispatch', role: 'tab' },
    'Require passing tests before changes go live': { spec: 'configuration/test-merge' },
  },
  'pull-configuration': {
    'Settings → Git Config Pull': { menu: 'Git Config Pull', opens: 'Enter Your Credentials' },
    Submit: { spec: 'configuration/git-pull' },
    Undo: { spec: 'configuration/git-pull-sides' },
    'Submit & Run Tests': { spec: 'configuration/test-merge' },
  },
  'compare-and-merge': {
    'Merge by side': { spec: 'configuration/git-pull-sides' },
    'Apply REMOTE': { spec: 'configuration/git-pull' },
    'Keep LOCAL': { spec: 'configuration/git-pull-sides' },
    'Merge into LOCAL': { spec: 'configuration/merge-points' },
    'Merge into REMOTE': { spec: 'configuration/merge-points' },
    'Apply Remote': { spec: 'configuration/merge-dialog' },
    'Keep Local': { spec: 'configuration/merge-dialog' },
    'Hide changes in metadata': { spec: 'configuration/git-pull' },
    'Start with Merge by side': { spec: 'configuration/git-pull-sides' },
    More: { spec: 'configuration/merge-points' },
    Submit: { spec: 'configuration/git-pull' },
  },
  'push-configuration': {
    'Settings → Git Config Push': { menu: 'Git Config Push', opens: 'Git configuration' },
    Preview: { spec: 'configuration/import-everything' },
    Push: { spec: 'configuration/import-everything' },
  },
  'upload-configuration': {
    'Settings → Upload file': { menu: 'Upload file', opens: 'Git configuration' },
    Submit: { spec: 'configuration/import-everything' },
    View: { spec: 'configuration/import-everything' },
    Undo: { spec: 'configuration/import-everything' },
  },
  'versions-and-logs': {
    Versions: { at: '/console/services/hyper-dispatch', role: 'tab' },
    'Settings → Import logs': { menu: 'Import logs', opens: 'Import logs' },
  },
  'usage-and-free-tier': {
    Usage: { map: 'Usage', opens: 'Usage' },
    'Toggle All Metrics': { spec: 'billing/invoices' },
    'Payment info': { map: 'Payment info', opens: 'Welcome' },
  },
  'budgets-and-limits': {
    Usage: { map: 'Usage', opens: 'Usage' },
    'Add budget': { at: '/console/usage', role: 'button' },
    Limits: { at: '/console/usage', role: 'heading' },
  },
  'pay-invoices': {
    'Payment info': { map: 'Payment info', opens: 'Welcome' },
    'View All': { at: '/console/', role: 'link' },
    'Pay Now': { spec: 'billing/invoices' },
  },
  'child-users': {
    People: { map: 'People', opens: 'People' },
    'Invite child user': { at: '/console/people', role: 'button' },
  },
  'secure-account': {
    'Forgot password?': { spec: 'accounts/reset' },
    'End other sessions': { spec: 'accounts/profile' },
    'Download my data': { at: '/console/profile', role: 'button' },
  },
  'access-keys': {
    'Account → Your access keys': { map: 'Your access keys', opens: 'Your access keys' },
    'New access key': { at: '/console/keys', role: 'button' },
    'Settings → Access Keys': { spec: 'access-keys/access-keys' },
    'Add Access Key': { spec: 'access-keys/access-keys' },
  },
  'system-status': {
    'Settings → System status': { menu: 'System status', opens: 'Cloud Status' },
    Platform: { spec: 'operations/platform' },
  },
  'console-map': { Menu: { spec: 'shell/map' } },
  'your-work': {
    'Your work': { spec: 'work/work' },
    'Show progress': { spec: 'work/work' },
    'Review what was found': { spec: 'work/work' },
    'Show the run': { spec: 'work/work' },
  },
  'administer-customers': {
    Customers: { spec: 'customers/customers' },
    'Give a credit': { spec: 'customers/customers' },
    'Act as': { spec: 'customers/customers' },
    Lock: { spec: 'customers/customers' },
    Audit: { spec: 'audit/audit' },
    'Export CSV': { spec: 'audit/audit' },
  },
  'set-prices': {
    Pricing: { spec: 'pricing/prices' },
    'New pricing': { spec: 'pricing/prices' },
    'Impact on last invoices': { spec: 'pricing/prices' },
    Search: { spec: 'pricing/prices' },
    Bonus: { spec: 'pricing/prices' },
    'New bonus': { spec: 'pricing/prices' },
  },
  'identity-providers': {
    People: { map: 'People', opens: 'People' },
    'New identity provider': { spec: 'accounts/identity-provider' },
    'Identity providers': { spec: 'accounts/identity-provider' },
  },
};
