/** A page of the docs, as named in the contents, in `/llms.txt` and in its own heading. */
export interface DocsPage {
  path: string
  title: string
  /** One sentence: what a reader finds there. */
  about: string
  group: 'Use it' | 'Clients' | 'Guides' | 'Understand it' | 'Run it'
}

/** Every page of the docs, in reading order. */
export const docsPages = [
  {
    path: '/docs',
    title: 'Quick start',
    about: 'From a link to a listing’s identifiers in one call, without an account.',
    group: 'Use it',
  },
  {
    path: '/docs/lookups',
    title: 'Lookups',
    about: 'Look up a link, find a listing by name, convert a CID, and do 100 of these in one call.',
    group: 'Use it',
  },
  {
    path: '/docs/authentication',
    title: 'Authentication',
    about: 'Calls with a key, calls without one, and how to keep a key safe.',
    group: 'Use it',
  },
  {
    path: '/docs/quotas',
    title: 'Quotas',
    about: 'What counts, when quotas reset, and which headers show what is left.',
    group: 'Use it',
  },
  {
    path: '/docs/batches',
    title: 'Batches',
    about: 'Up to a million lines in the background: sent, watched, paused, fetched.',
    group: 'Use it',
  },
  {
    path: '/docs/callbacks',
    title: 'Callbacks',
    about: 'A signed POST to your server when a batch finishes, fails or waits, and how to check its signature.',
    group: 'Use it',
  },
  {
    path: '/docs/errors',
    title: 'Errors',
    about: 'One format for every error, a code to act on, and when to retry.',
    group: 'Use it',
  },
  {
    path: '/docs/reference',
    title: 'Reference',
    about: 'Every operation, field, header and status, with forms to try them.',
    group: 'Use it',
  },
  {
    path: '/docs/mcp',
    title: 'MCP',
    about: 'Pinref’s lookups as tools for agents: how to connect one, what each tool does, what counts.',
    group: 'Clients',
  },
  {
    path: '/docs/cli',
    title: 'Command line',
    about: 'Links, lines and whole files looked up in a terminal or a script, without a program of your own.',
    group: 'Clients',
  },
  {
    path: '/docs/typescript',
    title: 'TypeScript',
    about: 'The package on npm: a reader of links that needs no call, and a typed client for the API.',
    group: 'Clients',
  },
  {
    path: '/docs/python',
    title: 'Python',
    about: 'A client in one file, with types, retries and batches, and nothing to install.',
    group: 'Clients',
  },
  {
    path: '/docs/share',
    title: 'Share and bookmarklet',
    about: 'Share a listing to Pinref on a phone, look up the open tab with a click, and read identifiers offline.',
    group: 'Clients',
  },
  {
    path: '/docs/guides/review-links',
    title: 'Review links for 500 branches',
    about: 'From a spreadsheet of branches to a link for each that opens its review form.',
    group: 'Guides',
  },
  {
    path: '/docs/guides/json-ld',
    title: 'JSON-LD for a site',
    about: 'Tell search engines which listing a page is about, with hasMap of schema.org.',
    group: 'Guides',
  },
  {
    path: '/docs/guides/stale-place-ids',
    title: 'Stale place ids',
    about: 'Find the place ids in your database that have moved or are gone, and replace them.',
    group: 'Guides',
  },
  {
    path: '/docs/guides/agents',
    title: 'Pinref in an agent',
    about: 'Give a language model the lookups as tools: over MCP, or made from the OpenAPI document.',
    group: 'Guides',
  },
  {
    path: '/docs/guides/google-sheets',
    title: 'Google Sheets',
    about: 'Functions for your sheet that turn a column of links into identifiers, ratings and review links.',
    group: 'Guides',
  },
  {
    path: '/docs/guides/no-code',
    title: 'n8n, Make, Zapier, GitHub Actions',
    about: 'Look up links from a workflow: a request to import, webhooks, and a file looked up on a schedule.',
    group: 'Guides',
  },
  {
    path: '/docs/links',
    title: 'Links understood',
    about: 'Every form of link and identifier that Pinref reads, with an example of each.',
    group: 'Understand it',
  },
  {
    path: '/docs/identifiers',
    title: 'Identifiers',
    about: 'How CID, feature id and place id are the same two numbers, and which can be computed from which.',
    group: 'Understand it',
  },
  {
    path: '/docs/self-hosting',
    title: 'Self-hosting',
    about: 'Run your own Pinref: store, secrets, mail, sign-in, proxies, backups.',
    group: 'Run it',
  },
  {
    path: '/docs/google',
    title: 'Google key',
    about: 'How to create and restrict a Google key, which quotas to raise, prices, and what the terms allow.',
    group: 'Run it',
  },
  {
    path: '/docs/billing',
    title: 'Billing',
    about: 'Paid plans through Stripe: the webhook, the portal, failed payments.',
    group: 'Run it',
  },
] as const satisfies readonly DocsPage[]

export type DocsPath = (typeof docsPages)[number]['path']

export const docsGroups = [...new Set(docsPages.map(({ group }) => group))]

/** Returns the page at this path with the ones before and after it. */
export function docsPageAt(path: DocsPath) {
  const index = docsPages.findIndex((page) => page.path === path)
  const page: DocsPage = docsPages[index] ?? docsPages[0]
  return { page, before: docsPages[index - 1] ?? null, after: docsPages[index + 1] ?? null }
}
