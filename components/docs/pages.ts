/** A docs page, as named in the contents, in `/llms.txt` and in its own heading. */
export interface DocsPage {
  path: string
  title: string
  /** One sentence that describes its content. */
  about: string
  group: 'Use it' | 'Clients' | 'Guides' | 'Understand it' | 'Run it'
  /** For a short page with a lot beside its text: uses the full width, without a list of sections. */
  isWide?: boolean
}

/** Every docs page, in reading order. */
export const docsPages = [
  {
    path: '/docs',
    title: 'Quick start',
    about: 'Get a listing’s identifiers from a link in one call, without an account.',
    group: 'Use it',
    isWide: true,
  },
  {
    path: '/docs/lookups',
    title: 'Lookups',
    about: 'Look up links, find listings by name, and convert CIDs, up to 100 per call.',
    group: 'Use it',
  },
  {
    path: '/docs/authentication',
    title: 'Authentication',
    about: 'Call the API with or without a key, limit what a key can do, and protect your account.',
    group: 'Use it',
  },
  {
    path: '/docs/teams',
    title: 'Teams',
    about: 'Invite people to an account, choose what each may do, and remove them.',
    group: 'Use it',
  },
  {
    path: '/docs/quotas',
    title: 'Quotas',
    about: 'What counts, when quotas reset, and which headers show how much is left.',
    group: 'Use it',
  },
  {
    path: '/docs/batches',
    title: 'Batches',
    about: 'Look up as many as a million lines in the background, and fetch results as they arrive.',
    group: 'Use it',
  },
  {
    path: '/docs/watchlists',
    title: 'Watchlists',
    about: 'Check your listings regularly, and see which ones moved, disappeared, or reappeared.',
    group: 'Use it',
  },
  {
    path: '/docs/callbacks',
    title: 'Callbacks',
    about: 'Get a signed POST when a batch ends or waits, or when watched listings change, and verify it.',
    group: 'Use it',
  },
  {
    path: '/docs/errors',
    title: 'Errors',
    about: 'The error format, every error code, and when to retry.',
    group: 'Use it',
  },
  {
    path: '/docs/reference',
    title: 'Reference',
    about: 'Every operation, field, header, and status, with samples.',
    group: 'Use it',
  },
  {
    path: '/docs/versioning',
    title: 'Versioning',
    about: 'What can be added to the API at any time, what never changes within a version, and how deprecations work.',
    group: 'Use it',
  },
  {
    path: '/docs/mcp',
    title: 'MCP',
    about: 'Connect an agent to Pinref’s lookups: setup, tools, and what counts.',
    group: 'Clients',
  },
  {
    path: '/docs/cli',
    title: 'Command line',
    about: 'Look up links and whole files from a terminal or a script.',
    group: 'Clients',
  },
  {
    path: '/docs/typescript',
    title: 'TypeScript',
    about: 'The npm package: an offline link reader, and a typed client for the API.',
    group: 'Clients',
  },
  {
    path: '/docs/python',
    title: 'Python',
    about: 'A single-file client with types, retries, and batches, and nothing to install.',
    group: 'Clients',
  },
  {
    path: '/docs/share',
    title: 'Share and bookmarklet',
    about:
      'Share a listing to Pinref from your phone, look up the current tab with a click, and read identifiers offline.',
    group: 'Clients',
  },
  {
    path: '/docs/guides/review-links',
    title: 'Review links for 500 branches',
    about: 'Turn a spreadsheet of branches into links that open their review forms.',
    group: 'Guides',
  },
  {
    path: '/docs/guides/json-ld',
    title: 'JSON-LD for a site',
    about: 'Tell search engines which listing a page is about, with schema.org’s hasMap.',
    group: 'Guides',
  },
  {
    path: '/docs/guides/stale-place-ids',
    title: 'Stale place ids',
    about: 'Find and replace the place ids in your database whose listings have moved or no longer exist.',
    group: 'Guides',
  },
  {
    path: '/docs/guides/agents',
    title: 'Pinref in an agent',
    about: 'Give a language model lookup tools, over MCP or from the OpenAPI document.',
    group: 'Guides',
  },
  {
    path: '/docs/guides/google-sheets',
    title: 'Google Sheets',
    about: 'Turn a column of links into identifiers, ratings, and review links, with functions for your sheet.',
    group: 'Guides',
  },
  {
    path: '/docs/guides/no-code',
    title: 'n8n, Make, Zapier, GitHub Actions',
    about: 'Look up links from a workflow, with an importable request, webhooks, or a schedule.',
    group: 'Guides',
  },
  {
    path: '/docs/links',
    title: 'Supported links',
    about: 'Every kind of link and identifier that Pinref reads, with examples.',
    group: 'Understand it',
  },
  {
    path: '/docs/identifiers',
    title: 'Identifiers',
    about: 'How CID, feature id, and place id are related, and which can be computed from which.',
    group: 'Understand it',
  },
  {
    path: '/docs/self-hosting',
    title: 'Self-hosting',
    about: 'Run your own Pinref: store, secrets, email, sign-in, proxies, and backups.',
    group: 'Run it',
  },
  {
    path: '/docs/google',
    title: 'Google key',
    about: 'Create and restrict a Google key, request higher quotas, and see prices and terms.',
    group: 'Run it',
  },
  {
    path: '/docs/billing',
    title: 'Billing',
    about: 'Offer paid plans through Stripe: the webhook, the portal, and failed payments.',
    group: 'Run it',
  },
] as const satisfies readonly DocsPage[]

export type DocsPath = (typeof docsPages)[number]['path']

export const docsGroups = [...new Set(docsPages.map(({ group }) => group))]

/**
 * Returns the page at this path, and the previous and next pages.
 * @throws Error if there is none: the paths of MDX files aren't type checked.
 */
export function docsPageAt(path: DocsPath) {
  const index = docsPages.findIndex((page) => page.path === path)
  const page: DocsPage | undefined = docsPages[index]
  if (!page) throw new Error(`components/docs/pages.ts doesn't list ${path}.`)
  return { page, before: docsPages[index - 1] ?? null, after: docsPages[index + 1] ?? null }
}
