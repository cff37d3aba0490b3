import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { Reading } from '@/components/reading/reading'
import type { Outputs } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { CheckIcon } from '@/components/ui/icons'
import { StrayIcon } from '@/components/ui/part-icons'
import type { ListingHosts } from '@/server/features/listings/listing'
import { ConvertAnswer } from './convert'
import { BulkLink, LookupAnswer } from './lookup-answer'
import type { RecentLookup } from './recent'
import { SearchAnswer } from './search'
import type { Page } from './use-page'

// The parts of the start page that only an active user needs, loaded as one file.
export { LanguageChoice } from '@/components/language/language-choice'
export { ConvertForm } from './convert'
export { SearchForm } from './search'

/** Loaded only for a signed-in user. */
const WatchListing = lazy(() =>
  import('@/components/watchlists/watch-listing').then(({ WatchListing }) => ({ default: WatchListing })),
)

/** Shows which of a signed-in user's watchlists have a listing, and adds it to one. */
const watchOf = (listing: { cid: string; place_id?: string | null }): ReactNode => (
  <Suspense fallback={<div className="min-h-16 border-t border-rule" />}>
    <WatchListing key={listing.cid} cid={listing.cid} placeId={listing.place_id ?? null} />
  </Suspense>
)

interface AnswersProps {
  page: Page
  isSignedIn: boolean
  source: Outputs['status']['source']
  /** The number of listings in the sample. */
  sampleCount: number
  /** The hosts for links to listings. */
  hosts: ListingHosts
}

/** The result of the open tab. */
export function Answers({ page, isSignedIn, source, sampleCount, hosts }: AnswersProps) {
  const watch = isSignedIn ? watchOf : null
  const { shown, status, lookup, search, convert, left, region, focusBox, searchInstead } = page
  useEffect(() => {
    if (status === 'success') focusHeading(region.current)
  }, [status, region])
  if (shown === 'convert') return <ConvertAnswer conversion={convert.conversion} />
  if (shown === 'search')
    return (
      <SearchAnswer
        search={search}
        left={left}
        source={source}
        sampleCount={sampleCount}
        watch={watch}
        onChangeInput={focusBox}
      />
    )
  return (
    <LookupAnswer
      lookup={lookup}
      left={left}
      source={source}
      hosts={hosts}
      watch={watch}
      onChangeInput={focusBox}
      onSearchInstead={searchInstead}
    />
  )
}

/**
 * Moves the focus from the form to the heading of a result, so that one Tab reaches the most copied value. If the user
 * moved the focus elsewhere, it stays there.
 */
function focusHeading(answer: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused !== document.body && !focused?.closest('form')) return
  answer?.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true })
}

interface RecentLookupsProps {
  recent: readonly RecentLookup[]
  onOpen: (lookup: RecentLookup) => void
  onForget: () => void
}

/** Earlier lookups in this browser. Opening one shows the saved result and uses no lookup. */
export function RecentLookups({ recent, onOpen, onForget }: RecentLookupsProps) {
  if (recent.length === 0) return null
  return (
    <section aria-label="Recent lookups" className="mt-4 rounded-lg border border-rule px-4 pt-2 pb-2.5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-sm font-semibold">Recent lookups</h2>
        <button
          type="button"
          onClick={onForget}
          className="min-h-9 rounded-md text-sm text-soft underline decoration-edge underline-offset-4 hover:text-ink"
        >
          Clear
        </button>
      </div>
      <p className="text-sm text-soft">Saved in this browser only. Opening one doesn’t use a lookup.</p>
      <ul className="mt-2 grid gap-x-2 sm:grid-cols-2">
        {recent.map((lookup) => (
          <li key={lookup.listing.cid} className="min-w-0">
            <Button onClick={() => onOpen(lookup)} className="my-1 w-full">
              <span className="min-w-0 flex-1 truncate text-left" dir="auto">
                {lookup.listing.title ?? `CID ${lookup.listing.cid}`}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ReadingNoteProps {
  reading: Reading
  onConvert: (cid: string) => void
}

/** A check mark if the text can be looked up, otherwise advice; and an alternative, if there is one. */
export function ReadingNote({ reading: { understood, words, cid, links }, onConvert }: ReadingNoteProps) {
  return (
    <span className="flex gap-1.5">
      <span className={`mt-0.5 ${understood ? 'text-done' : 'text-soft'}`}>
        {understood ? <CheckIcon /> : <StrayIcon />}
      </span>
      <span className={`[overflow-wrap:anywhere] ${understood ? 'text-ink' : ''}`}>
        {words}
        {cid && (
          <>
            {' '}
            <button type="button" onClick={() => onConvert(cid)} className={alternative}>
              Convert it instead
            </button>
          </>
        )}
        {links.length > 0 && (
          <>
            {' '}
            <BulkLink links={links} className={alternative} />
          </>
        )}
      </span>
    </span>
  )
}

const alternative = 'font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink'
