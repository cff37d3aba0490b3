/** A page that the navigation links to. */
export interface PageLink {
  href: string
  name: string
  /** Whether the page is the main next step for a visitor. */
  isMain?: boolean
}

/** A page that the command menu and the keyboard can also open. */
interface Page extends PageLink {
  /** The letter that opens the page after `g`; null for none. */
  letter: string | null
  /** Who may open the page. */
  who: 'all' | 'visitors' | 'accounts'
}

const page = (href: string, name: string, letter: string | null, who: Page['who'] = 'all'): Page => ({
  href,
  name,
  letter,
  who,
})

const lookUp = page('/', 'Look up', 'l')
const bulk = page('/bulk', 'Bulk', 'b')
const batches = page('/batches', 'Batches', 'a', 'accounts')
const watchlists = page('/watchlists', 'Watchlists', 'w', 'accounts')
const keys = page('/keys', 'Keys', 'k', 'accounts')
const usage = page('/usage', 'Usage', 'u', 'accounts')
const errors = page('/usage/errors', 'Recent errors', 'e', 'accounts')
const callbacks = page('/callbacks', 'Callbacks', 'c', 'accounts')
const members = page('/members', 'Members', null, 'accounts')
const account = page('/account', 'Account', 'm', 'accounts')
const docs = page('/docs', 'Docs', 'd')
const reference = page('/docs/reference', 'API reference', 'r')
const pricing = page('/pricing', 'Pricing', 'p')
const status = page('/status', 'Status', 's')
const changelog = page('/changelog', 'Changelog', null)
const contact = page('/contact', 'Contact', null)
const signIn = page('/sign-in', 'Sign in', null, 'visitors')
const signUp: Page = {
  ...page('/sign-up', 'Get an API key', null, 'visitors'),
  isMain: true,
}

/** Returns the pages that a visitor or a signed-in user may open, in the order of the command menu. */
export const placesFor = (isSignedIn: boolean): Page[] =>
  [
    ...[lookUp, bulk, batches, watchlists, keys, usage, errors, callbacks, members, account, docs, reference],
    ...[pricing, status, changelog, contact, signIn, signUp],
  ].filter(({ who }) => who === 'all' || who === (isSignedIn ? 'accounts' : 'visitors'))

/** The header's links, in order. */
export interface HeaderPages {
  /** The links in the row. */
  pages: readonly PageLink[]
  /** The links in the account menu; empty for a visitor. */
  own: readonly PageLink[]
}

/** Returns the links without the fields that only the menu needs, because links are part of every page. */
export function pagesFor(isSignedIn: boolean): HeaderPages {
  const link = ({ href, name, isMain = false }: Page): PageLink => ({ href, name, isMain })
  const pages = isSignedIn ? [lookUp, bulk, keys, docs] : [lookUp, bulk, pricing, docs, signIn, signUp]
  return { pages: pages.map(link), own: isSignedIn ? [account, usage, pricing].map(link) : [] }
}

/** The links beside a signed-in user's working pages. */
export const sidePages: readonly PageLink[] = [lookUp, bulk, batches, watchlists, keys, usage, callbacks, docs]

/** The links in the account menu on those pages. */
export const accountPages: readonly PageLink[] = [account, members, pricing]

/** The links at the bottom of a narrow screen. A menu beside these links contains the others. */
export const barPages: readonly PageLink[] = [lookUp, bulk, keys]

/** The pages that signed-in users work in; the others are for reading. */
export const workingPages: ReadonlyArray<Pick<PageLink, 'href'>> = [
  lookUp,
  bulk,
  batches,
  watchlists,
  keys,
  usage,
  callbacks,
  members,
  account,
  { href: '/accounts' },
  { href: '/operator' },
]
