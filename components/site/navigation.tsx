'use client'

import { usePathname } from 'next/navigation'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { buttonClasses } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { ChevronIcon, CloseIcon, MenuIcon } from '@/components/ui/icons'
import { useLoaded } from '@/components/ui/loading'
import { SiteLink } from '@/components/ui/site-link'
import { isOnPage } from './on-page'
import type { HeaderPages, PageLink } from './pages'

interface NavigationProps extends HeaderPages {
  /** The theme switches: one for the account menu beside the row, one for the menu on a narrow screen. */
  themes: [ofRow: ReactNode, ofMenu: ReactNode]
}

/**
 * Links to all pages: a row, with an account menu for a signed-in user. On a narrow screen, one menu contains them all.
 */
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

/** A menu's links. */
export const Entries = ({ pages, pathname, onFollow }: EntriesProps) => (
  <ul>
    {pages.map((page) => (
      <li key={page.href}>
        <PageAnchor page={page} pathname={pathname} onClick={onFollow} className={`${entry} aria-[current]:bg-sunk`} />
      </li>
    ))}
  </ul>
)

/** Loaded only for a signed-in user, so that visitors do not wait for this code. */
const loadOwn = () => import('./own-menu')

/** The menu entries for a signed-in user. */
export function OwnEntries({ theme, ...entries }: EntriesProps & { theme: ReactNode }) {
  const own = useLoaded(loadOwn)
  return (
    <>
      {own && <own.AccountEntries className={entry} onFollow={entries.onFollow} />}
      <Entries {...entries} />
      {theme}
      {own && <own.SignOutButton className={entry} />}
    </>
  )
}

interface PageAnchorProps {
  page: PageLink
  pathname: string
  className: string
  onClick?: () => void
  /** What is shown instead of the page's name. */
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

interface MenuProps {
  /** The content of the menu's button. */
  button: ReactNode
  /** The button's style. */
  buttonClass: string
  /** Where the entries appear: below the button, or above a button at the bottom of the screen. */
  opens?: 'down' | 'up'
  className?: string
  /** Its entries. Receives a function that closes the menu. */
  children: (close: () => void) => ReactNode
}

/**
 * A menu of links. The menu opens without JavaScript too. Escape or a click elsewhere closes it; arrow keys move
 * between entries.
 */
export function Menu({ button, buttonClass, opens = 'down', className, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const close = () => details.current?.removeAttribute('open')

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) details.current?.removeAttribute('open')
    }
    const events = ['pointerdown', 'focusin'] as const
    for (const event of events) document.addEventListener(event, closeOutside)
    return () => {
      for (const event of events) document.removeEventListener(event, closeOutside)
    }
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    const { current } = details
    if (!current?.open) return
    if (event.key === 'Escape') {
      close()
      current.querySelector('summary')?.focus()
    } else if (event.key in steps && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault()
      const entries = [...current.querySelectorAll<HTMLElement>('a, button')]
      const at = entries.indexOf(document.activeElement as HTMLElement)
      // From the button itself, Up goes to the last entry.
      const next = Math.max(at, event.key === 'ArrowUp' ? 0 : -1) + (steps[event.key] ?? 0)
      entries.at(next % entries.length)?.focus()
    }
  }

  return (
    <details ref={details} onKeyDown={onKeyDown} className={classNames('group relative', className)}>
      <summary className={classNames('list-none [&::-webkit-details-marker]:hidden', buttonClass)}>{button}</summary>
      <div
        className={classNames(
          'absolute z-20 w-60 rounded-lg border border-edge bg-sheet p-1.5 shadow-card',
          opens === 'down' ? 'end-0 top-full mt-2' : 'bottom-full mb-2 max-lg:end-2 lg:start-0',
        )}
      >
        {children(close)}
      </div>
    </details>
  )
}

/** The number of entries that an arrow key moves by. */
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
