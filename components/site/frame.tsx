'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { leftWords } from '@/components/site/accounts/account-words'
import { OpenedNote } from '@/components/site/accounts/opened-note'
import { SwitchNotice } from '@/components/site/accounts/switch-notice'
import { currentOf, useAccounts } from '@/components/site/accounts/use-accounts'
import { classNames } from '@/components/ui/class-names'
import { ChevronIcon, Icon } from '@/components/ui/icons'
import { MoreIcon } from '@/components/ui/part-icons'
import { SiteLink } from '@/components/ui/site-link'
import { Entries, Menu, OwnEntries, PageAnchor } from './navigation'
import { isOnPage } from './on-page'
import { accountPages, barPages, type PageLink, sidePages, workingPages } from './pages'
import { Pin } from './scenery'

export interface FrameProps {
  /** The header and footer of reading pages. */
  header: ReactNode
  footer: ReactNode
  /** Opens the command menu. */
  search: ReactNode
  /** The theme switches: one for the account menu, one for the menu on a narrow screen. */
  themes: [ofAccount: ReactNode, ofBar: ReactNode]
  /** The page's content. */
  children: ReactNode
}

/**
 * The frame of a signed-in user's pages. Working pages have compact navigation beside them, or a bar at the bottom on a
 * narrow screen; reading pages look as they do to visitors.
 */
export function AppFrame({ header, footer, search, themes: [ofAccount, ofBar], children }: FrameProps) {
  const pathname = usePathname()
  const isWorking = workingPages.some((page) => isOnPage(pathname, page))
  return (
    <div className={isWorking ? 'flex flex-1 flex-col lg:flex-row' : 'contents'}>
      {isWorking ? <Side pathname={pathname} search={search} theme={ofAccount} /> : header}
      <main
        id="main"
        className={classNames('relative flex-1 overflow-x-clip', isWorking && 'min-w-0 max-lg:pb-20 print:pb-0')}
      >
        <OpenedNote />
        {children}
        <SwitchNotice />
      </main>
      {isWorking ? <Bar pathname={pathname} theme={ofBar} /> : footer}
    </div>
  )
}

interface SideProps {
  pathname: string
  search: ReactNode
  theme: ReactNode
}

/** The navigation beside a page. On a narrow screen, only the logo and the search remain, above the page. */
const Side = ({ pathname, search, theme }: SideProps) => (
  <header className="flex shrink-0 items-center justify-between gap-4 px-4 py-2 sm:px-6 lg:sticky lg:top-0 lg:h-dvh lg:w-52 lg:flex-col lg:items-stretch lg:justify-start lg:border-e lg:border-rule lg:px-3 lg:py-4 print:hidden">
    <SiteLink
      href="/"
      className="flex w-fit items-center gap-2 rounded-sm text-lg font-semibold tracking-tight lg:px-2.5"
    >
      <Pin className="h-6" />
      Pinref
    </SiteLink>
    {search}
    <nav aria-label="Pages" className="flex flex-1 flex-col max-lg:hidden">
      <ul className="grid flex-1 content-start gap-0.5 text-sm">
        <Links pages={sidePages} pathname={pathname} className={sideLink} />
      </ul>
      <Menu opens="up" button={<AccountButton />} buttonClass={`${sideLink} w-full py-1.5 text-sm`}>
        {(close) => <OwnEntries pages={accountPages} pathname={pathname} onFollow={close} theme={theme} />}
      </Menu>
    </nav>
  </header>
)

/** The navigation at the bottom of a narrow screen. */
const Bar = ({ pathname, theme }: Omit<SideProps, 'search'>) => (
  <nav
    data-bar
    aria-label="Pages"
    className="fixed inset-x-0 bottom-0 z-20 border-t border-rule bg-sheet pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
  >
    <ul className="mx-auto grid max-w-[30rem] grid-cols-4 text-xs">
      <Links pages={barPages} pathname={pathname} className={barLink} />
      <li>
        <Menu opens="up" button={moreButton} buttonClass={barLink}>
          {(close) => (
            <>
              <Entries pages={otherPages} pathname={pathname} onFollow={close} />
              <div className="mt-1.5 border-t border-rule pt-1.5 text-base">
                <OwnEntries pages={accountPages} pathname={pathname} onFollow={close} theme={theme} />
              </div>
            </>
          )}
        </Menu>
      </li>
    </ul>
  </nav>
)

interface LinksProps {
  pages: readonly PageLink[]
  pathname: string
  className: string
}

const Links = ({ pages, pathname, className }: LinksProps) =>
  pages.map((page) => (
    <li key={page.href}>
      <PageAnchor page={page} pathname={pathname} className={className}>
        <PageIcon href={page.href} />
        {page.name}
      </PageAnchor>
    </li>
  ))

const otherPages = sidePages.filter((page) => !barPages.includes(page))

const sideLink =
  'flex min-h-9 items-center gap-2.5 rounded-md px-2.5 font-medium text-soft hover:bg-sunk hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink group-open:bg-sunk'

const barLink =
  'flex min-h-14 flex-col items-center justify-center gap-1 font-medium text-soft aria-[current]:text-ink aria-[current]:underline aria-[current]:underline-offset-4 aria-[current]:decoration-2 group-open:text-ink'

/** The icons of pages, drawn on a grid of 16. */
const drawings: Record<string, string> = {
  '/': 'M7 2.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4ZM10.2 10.2l3.3 3.3',
  '/bulk': 'M2.5 4.5h11M2.5 8h11M2.5 11.5h7',
  '/batches': 'M2.5 5.5 8 2.5l5.5 3L8 8.5ZM2.5 8.2 8 11.2l5.5-3M2.5 10.9 8 13.9l5.5-3',
  '/watchlists':
    'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8ZM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Z',
  '/keys': 'M5.2 8.2a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4ZM7.2 9 13 3.2M10.6 5.6l2 2',
  '/usage': 'M3 13.5V9M6.4 13.5V5.5M9.7 13.5V8M13 13.5v-11',
  '/callbacks': 'M13.5 5h-8a3 3 0 0 0-3 3v.5M10.8 2.3 13.5 5l-2.7 2.7M2.5 13.5H13',
  '/docs': 'M3 3.2c0-.4.3-.7.7-.7h8.6c.4 0 .7.3.7.7v10.3H4.5A1.5 1.5 0 0 1 3 12ZM3 12a1.5 1.5 0 0 1 1.5-1.5H13',
  '/account': 'M8 2.5a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6ZM2.8 13.5a5.2 5.2 0 0 1 10.4 0',
}

/** A page's icon in the navigation, beside its name. */
const PageIcon = ({ href }: { href: string }) => (
  <Icon>
    <path d={drawings[href]} />
  </Icon>
)

/** The account's name. A person in several accounts also sees the plan and what is left of it. */
function AccountButton() {
  const accounts = useAccounts()
  const account = accounts && currentOf(accounts)
  return (
    <>
      <PageIcon href="/account" />
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={account?.name}>
          {account?.name ?? 'Account'}
        </span>
        {accounts && account && accounts.accounts.length > 1 && (
          <span className="block truncate text-xs font-normal">{leftWords(account, accounts.current)}</span>
        )}
      </span>
      <ChevronIcon />
    </>
  )
}

const moreButton = (
  <>
    <MoreIcon />
    More
  </>
)
