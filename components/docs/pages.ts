/** A page of the docs, as named in the contents, in `/llms.txt` and in its own heading. */
export interface DocsPage {
  path: string
  title: string
  /** One sentence: what a reader finds there. */
  about: string
  group: 'Use it' | 'Understand it' | 'Run it'
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
    about: 'Every operation, field, header and status, and a form to try each one.',
    group: 'Use it',
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

/** The page at this path, and those before and after it. */
export function docsPageAt(path: DocsPath) {
  const index = docsPages.findIndex((page) => page.path === path)
  const page: DocsPage = docsPages[index] ?? docsPages[0]
  return { page, before: docsPages[index - 1] ?? null, after: docsPages[index + 1] ?? null }
}
