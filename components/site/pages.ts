/** A page as the navigation names it. */
export interface PageLink {
  href: string
  name: string
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

/** The pages there are for somebody, in the order of the navigation. */
export function pagesFor(signedIn: boolean): PageLink[] {
  return [...publicPages, ...(signedIn ? accountPages : [{ href: '/sign-in', name: 'Sign in' }])]
}

/** Whether an address lies on a page or below it. */
export const isOnPage = (pathname: string, { href }: PageLink): boolean =>
  href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
