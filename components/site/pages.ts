/** A link of the navigation. */
export interface PageLink {
  href: string
  name: string
  /** Whether it is what a visitor should do next. */
  isMain?: boolean
}

const publicPages: readonly PageLink[] = [
  { href: '/', name: 'Look up' },
  { href: '/bulk', name: 'Bulk' },
  { href: '/pricing', name: 'Pricing' },
  { href: '/docs', name: 'Docs' },
]

const accountPages: readonly PageLink[] = [
  { href: '/keys', name: 'Keys' },
  { href: '/usage', name: 'Usage' },
  { href: '/account', name: 'Account' },
]

const visitorPages: readonly PageLink[] = [
  { href: '/sign-in', name: 'Sign in' },
  { href: '/sign-up', name: 'Get an API key', isMain: true },
]

/** The pages of the navigation, in order. */
export function pagesFor(signedIn: boolean): PageLink[] {
  return [...publicPages, ...(signedIn ? accountPages : visitorPages)]
}

/** Whether a path is that of a page or below it. */
export const isOnPage = (pathname: string, { href }: PageLink): boolean =>
  href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
