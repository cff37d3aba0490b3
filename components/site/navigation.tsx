'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { buttonClasses } from '@/components/ui/button'
import { ChevronIcon, CloseIcon, MenuIcon } from '@/components/ui/icons'
import { useLoaded } from '@/components/ui/loading'
import { SiteLink } from '@/components/ui/site-link'
import { Menu } from './menu'
import type { HeaderPages, PageLink } from './pages'

interface NavigationProps extends HeaderPages {
  /** The theme switches: one for the account menu beside the row, one for the menu on a narrow screen. */
  themes: [ofRow: ReactNode, ofMenu: ReactNode]
}

/** Links to all pages: a row, with an account menu for a signed-in user. On a narrow screen one menu holds them all. */
export function Navigation({ pages, own, themes: [ofRow, ofMenu] }: NavigationProps) {
  const pathname = usePathname()
  const isSignedIn = own.length > 0
  return (
    <nav aria-label="Pages" className="flex items-center gap-x-6">
      <ul className="hidden items-center gap-x-6 text-sm font-medium md:flex">
        {pages.map((page) => (
          <li key={page.href}>
            <PageAnchor page={page} pathname={pathname} className={page.isMain ? buttonClasses() : plainLink} />
          </li>
        ))}
      </ul>
      {isSignedIn && (
        <Menu className="hidden md:block" button={ownButton} buttonClass={menuButtonClass}>
          {(close) => <OwnEntries pages={own} pathname={pathname} onFollow={close} theme={ofRow} />}
        </Menu>
      )}
      <Menu className="md:hidden" button={menuButton} buttonClass={menuButtonClass}>
        {(close) => (
          <>
            <Entries pages={pages} pathname={pathname} onFollow={close} />
            {isSignedIn && (
              <div className="mt-1.5 border-t border-rule pt-1.5">
                <OwnEntries pages={own} pathname={pathname} onFollow={close} theme={ofMenu} />
              </div>
            )}
          </>
        )}
      </Menu>
    </nav>
  )
}

const plainLink =
  'rounded-sm py-2 underline-offset-8 hover:underline aria-[current]:underline aria-[current]:decoration-2'

const entry = 'flex min-h-11 w-full items-center rounded-md px-3.5 text-start font-medium hover:bg-sunk'

const menuButtonClass =
  'flex min-h-11 items-center gap-2 rounded-md border border-edge bg-sheet px-3.5 text-sm font-medium hover:border-ink'

const ownButton = (
  <>
    Account
    <ChevronIcon />
  </>
)

const menuButton = (
  <>
    <span className="group-open:hidden">
      <MenuIcon />
    </span>
    <span className="hidden group-open:block">
      <CloseIcon />
    </span>
    Menu
  </>
)

interface EntriesProps {
  pages: readonly PageLink[]
  pathname: string
  onFollow: () => void
}

/** Links of a menu. */
export const Entries = ({ pages, pathname, onFollow }: EntriesProps) => (
  <ul>
    {pages.map((page) => (
      <li key={page.href}>
        <PageAnchor page={page} pathname={pathname} onClick={onFollow} className={`${entry} aria-[current]:bg-sunk`} />
      </li>
    ))}
  </ul>
)

/** Loaded only for a signed-in user, so that visitors do not wait for it. */
const loadSignOut = () => import('./sign-out-button')

/** The entries of a signed-in user. */
export function OwnEntries({ theme, ...entries }: EntriesProps & { theme: ReactNode }) {
  const signOut = useLoaded(loadSignOut)
  return (
    <>
      <Entries {...entries} />
      {theme}
      {signOut && <signOut.SignOutButton className={entry} />}
    </>
  )
}

/** Whether a path is that of a page or below it. */
export const isOnPage = (pathname: string, { href }: Pick<PageLink, 'href'>): boolean =>
  href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)

interface PageAnchorProps {
  page: PageLink
  pathname: string
  className: string
  onClick?: () => void
  /** What is shown in place of the page's name. */
  children?: ReactNode
}

/** A link to a page, marked if it is the current one. */
export function PageAnchor({ page, pathname, className, onClick, children }: PageAnchorProps) {
  return (
    <SiteLink
      href={page.href}
      aria-current={isOnPage(pathname, page) ? 'page' : undefined}
      className={className}
      {...(onClick && { onClick })}
    >
      {children ?? page.name}
    </SiteLink>
  )
}
