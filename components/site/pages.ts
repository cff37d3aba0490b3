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
  /** Other words that people use for the page. */
  words: string
  /** Who may open the page. */
  who: 'all' | 'visitors' | 'accounts'
}

const page = (href: string, name: string, letter: string | null, words: string, who: Page['who'] = 'all'): Page => ({
  href,
  name,
  letter,
  words,
  who,
})

const lookUp = page('/', 'Look up', 'l', 'home start lookup search convert resolve')
const bulk = page('/bulk', 'Bulk', 'b', 'many links csv file upload excel')
const batches = page('/batches', 'Batches', 'a', 'jobs results background', 'accounts')
const watchlists = page('/watchlists', 'Watchlists', 'w', 'watch monitor changes moved gone recheck', 'accounts')
const keys = page('/keys', 'Keys', 'k', 'api keys tokens', 'accounts')
const usage = page('/usage', 'Usage', 'u', 'quota calls statistics month', 'accounts')
const errors = page('/usage/errors', 'Recent errors', 'e', 'failed calls request id log', 'accounts')
const callbacks = page('/callbacks', 'Callbacks', 'c', 'webhooks endpoints events', 'accounts')
const members = page('/members', 'Members', null, 'team people colleagues invite roles', 'accounts')
const account = page('/account', 'Account', 'm', 'me settings profile password plan billing', 'accounts')
const docs = page('/docs', 'Docs', 'd', 'documentation help guides quick start')
const reference = page('/docs/reference', 'API reference', 'r', 'operations openapi docs')
const pricing = page('/pricing', 'Pricing', 'p', 'plans cost upgrade')
const status = page('/status', 'Status', 's', 'uptime latency outage')
const changelog = page('/changelog', 'Changelog', null, 'releases news versions')
const contact = page('/contact', 'Contact', null, 'support help email')
const signIn = page('/sign-in', 'Sign in', null, 'log in login', 'visitors')
const signUp: Page = {
  ...page('/sign-up', 'Get an API key', null, 'sign up register account free', 'visitors'),
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
