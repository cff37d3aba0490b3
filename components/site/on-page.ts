import type { PageLink } from './pages'

/** Whether a path is a page's path or below it. */
export const isOnPage = (pathname: string, { href }: Pick<PageLink, 'href'>): boolean =>
  href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
