'use client'

import { lazy, type MouseEvent, type ReactNode, Suspense } from 'react'
import { Card } from '@/components/ui/card'
import { Tabs } from '@/components/ui/tabs'
import { LookupForm } from './lookup-form'
import { type Page, tabs } from './use-page'

/** Loaded only for a signed-in user. */
const AccountLookups = lazy(() =>
  import('./account-lookups').then(({ AccountLookups }) => ({ default: AccountLookups })),
)

interface FormsProps {
  page: Page
  /** The parts that only an active user needs; null until they are loaded. */
  parts: typeof import('./parts') | null
  isSignedIn: boolean
  /** The inputs to try: buttons, each with its text in `data-try`. */
  examples: ReactNode
}

/** The three tabs with the open one's form, and under it the earlier lookups and the examples. */
export function Forms({ page, parts, isSignedIn, examples }: FormsProps) {
  const { tab, setTab, left, lookup, search, convert, openSaved, openStored } = page
  const inBrowser = parts && (
    <parts.RecentLookups recent={lookup.recent} onOpen={openSaved} onForget={lookup.forgetRecent} />
  )
  const onTry = ({ target }: MouseEvent) => {
    const text = (target as Element).closest<HTMLElement>('[data-try]')?.dataset.try
    if (text) page.tryText(text)
  }
  // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are pressed
  // biome-ignore lint/a11y/useKeyWithClickEvents: as above
  const suggestions = <div onClick={onTry}>{examples}</div>
  return (
    <>
      <Tabs label="What to do" tabs={tabs} open={tab} onOpen={setTab} look="cards" />
      <Card>
        <div hidden={tab !== 'lookup'}>
          <LookupForm lookup={lookup} left={left} onConvert={page.convertInstead} note={parts?.ReadingNote ?? null} />
        </div>
        {parts && tab === 'search' && <parts.SearchForm search={search} left={left} />}
        {parts && tab === 'convert' && <parts.ConvertForm convert={convert} onEnter={page.showAnswer} />}
      </Card>
      <p className="mt-3 px-1 text-sm text-soft">
        Many at once?{' '}
        <a
          href="/bulk"
          className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          Send up to {isSignedIn ? '1,000,000' : '1,000'} lines in bulk
        </a>
      </p>
      {isSignedIn ? (
        <Suspense>
          <AccountLookups
            inBrowser={lookup.recent}
            onOpen={openStored}
            onClear={lookup.forgetRecent}
            suggestions={suggestions}
            instead={inBrowser}
          />
        </Suspense>
      ) : (
        <>
          {inBrowser}
          {suggestions}
        </>
      )}
    </>
  )
}
