/** A page that the navigation links to. */
export interface PageLink {
  href: string
  name: string
  /** Whether it leads to what a visitor should do next. */
  isMain?: boolean
}

const lookUp = { href: '/', name: 'Look up' }
const bulk = { href: '/bulk', name: 'Bulk' }
const batches = { href: '/batches', name: 'Batches' }
const keys = { href: '/keys', name: 'Keys' }
const usage = { href: '/usage', name: 'Usage' }
const callbacks = { href: '/callbacks', name: 'Callbacks' }
const pricing = { href: '/pricing', name: 'Pricing' }
const docs = { href: '/docs', name: 'Docs' }
const account = { href: '/account', name: 'Account' }

/** The links of the header, in order. */
export interface HeaderPages {
  /** The links in the row. */
  pages: readonly PageLink[]
  /** The links in the account menu; empty for a visitor. */
  own: readonly PageLink[]
}

const forVisitors: HeaderPages = {
  pages: [
    lookUp,
    bulk,
    pricing,
    docs,
    { href: '/sign-in', name: 'Sign in' },
    { href: '/sign-up', name: 'Get an API key', isMain: true },
  ],
  own: [],
}

const forAccounts: HeaderPages = {
  pages: [lookUp, bulk, keys, docs],
  own: [account, usage, pricing],
}

export const pagesFor = (isSignedIn: boolean): HeaderPages => (isSignedIn ? forAccounts : forVisitors)

/** The links beside the working pages of a signed-in user. */
export const sidePages: readonly PageLink[] = [lookUp, bulk, batches, keys, usage, callbacks, docs]

/** The links of the account menu there. */
export const accountPages: readonly PageLink[] = [account, pricing]

/** The links at the bottom of a narrow screen. A menu beside them has the others. */
export const barPages: readonly PageLink[] = [lookUp, bulk, keys]

/** The pages that signed-in users work in; the others are for reading. */
export const workingPages: readonly PageLink[] = [
  lookUp,
  bulk,
  batches,
  keys,
  usage,
  callbacks,
  account,
  { href: '/operator', name: 'Operator' },
]
