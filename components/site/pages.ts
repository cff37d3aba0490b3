/** A link of the header. */
export interface PageLink {
  href: string
  name: string
  /** Whether it leads to what a visitor should do next. */
  isMain?: boolean
}

const lookUp = { href: '/', name: 'Look up' }
const bulk = { href: '/bulk', name: 'Bulk' }
const keys = { href: '/keys', name: 'Keys' }
const pricing = { href: '/pricing', name: 'Pricing' }
const docs = { href: '/docs', name: 'Docs' }

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
  own: [{ href: '/account', name: 'Account' }, { href: '/usage', name: 'Usage' }, pricing],
}

export const pagesFor = (isSignedIn: boolean): HeaderPages => (isSignedIn ? forAccounts : forVisitors)

/** Whether a path is that of a page or below it. */
export const isOnPage = (pathname: string, { href }: PageLink): boolean =>
  href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
