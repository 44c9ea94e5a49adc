import type { GitHostKind } from '@atrium/contract/connections/automation';

export interface MergeRequestPage {
  /** The host's term for a merge request, and the host's name. */
  label: string;
  url: string;
}

interface Host {
  name: string;
  request: 'pull request' | 'merge request';
  /** Hosts of one's own are recognised where they are named after the product, as `gitlab.example.com`. */
  isHost: RegExp;
  page: (repository: string, branch: string) => string;
}

const HOSTS: readonly Host[] = [
  {
    name: 'GitHub',
    request: 'pull request',
    isHost: /^github\./,
    page: (repository, branch) => `${repository}/pull/new/${encodePath(branch)}`,
  },
  {
    name: 'GitLab',
    request: 'merge request',
    isHost: /^gitlab\./,
    page: (repository, branch) =>
      `${repository}/-/merge_requests/new?merge_request%5Bsource_branch%5D=${encodeURIComponent(branch)}`,
  },
  {
    // A server of one's own has other addresses.
    name: 'Bitbucket',
    request: 'pull request',
    isHost: /^bitbucket\.org$/,
    page: (repository, branch) => `${repository}/pull-requests/new?source=${encodeURIComponent(branch)}`,
  },
  {
    name: 'Gitea',
    request: 'pull request',
    isHost: /^gitea\./,
    page: (repository, branch) => `${repository}/compare/${encodePath(branch)}`,
  },
];

const encodePath = (branch: string) => branch.split('/').map(encodeURIComponent).join('/');

/** Returns the git host's page that creates a merge request for a branch; undefined for unknown hosts. */
export function mergeRequestPage(gitUrl: string, branch: string): MergeRequestPage | undefined {
  const address = webAddressOf(gitUrl.trim());
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') return undefined;
  const host = HOSTS.find(({ isHost }) => isHost.test(url.hostname));
  const path = url.pathname.replace(/\/$/, '').replace(/\.git$/, '');
  // Everywhere at least an owner and a name.
  if (host === undefined || !/^\/[^/]+\/.*[^/]$/.test(path)) return undefined;
  return {
    label: `Open a ${host.request} on ${host.name}`,
    url: host.page(url.origin + path, branch),
  };
}

const REQUEST_PAGES: Record<GitHostKind, string> = {
  GITHUB: 'pull',
  GITLAB: '-/merge_requests',
  GITEA: 'pulls',
  BITBUCKET: 'pull-requests',
};

/** Returns the page of a request at the host of a connected repository. */
export function pageOfRequest(gitUrl: string, kind: GitHostKind, number: number): string | undefined {
  const url = URL.parse(gitUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const repository = url.pathname.replace(/\/$/, '').replace(/\.git$/, '');
  return `${url.origin}${repository}/${REQUEST_PAGES[kind]}/${number}`;
}

/** A host shows repositories of ssh at the same path of its web pages. */
function webAddressOf(gitUrl: string): string {
  return gitUrl.replace(/^(?:ssh:\/\/)?[\w.-]+@([^:/]+)(?::\d+(?=\/))?[:/]/, 'https://$1/');
}

/** Returns the repository's address without credentials, safe to show and copy. */
export function plainRepositoryUrl(gitUrl: string): string {
  const text = gitUrl.trim();
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}
