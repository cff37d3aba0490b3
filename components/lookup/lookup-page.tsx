'use client'

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { PendingCard } from '@/components/listing/pending-card'
import { useLookupsLeft } from '@/components/quota/use-lookups-left'
import type { Outputs } from '@/components/trpc/client'
import { loadClient } from '@/components/trpc/load-client'
import { Card } from '@/components/ui/card'
import { Tabs } from '@/components/ui/tabs'
import { useFirstInput } from '@/components/ui/use-first-input'
import { usePart } from '@/components/ui/use-part'
import type { ListingHosts } from '@/server/listings/listing'
import type { KeptLookup } from './account-lookups'
import type { AddressedLookup } from './address'
import { LookupForm } from './lookup-form'
import { NotLoaded } from './not-loaded'
import type { RecentLookup } from './recent'
import { reveal } from './small-screen'
import { TryExamples } from './try-examples'
import { useAddress } from './use-address'
import { useBox } from './use-box'
import { useConvert } from './use-convert'
import { useKeep } from './use-keep'
import { useLookup } from './use-lookup'
import { useSearch } from './use-search'
import { useTitle } from './use-title'

/** Loaded only for a signed-in user. */
const Home = lazy(() => import('@/components/home/home').then(({ Home }) => ({ default: Home })))
const AccountLookups = lazy(() =>
  import('./account-lookups').then(({ AccountLookups }) => ({ default: AccountLookups })),
)

const loadParts = () => import('./parts')

interface LookupPageProps {
  /** Whether it is the home of a signed-in user. */
  isSignedIn: boolean
  source: Outputs['status']['source']
  /** How many listings the sample has. */
  sampleCount: number
  /** An example of an answer, shown before the first one. */
  example: ReactNode
  /** The lookup that the page's address names. */
  initialLookup: AddressedLookup & { isSent: boolean }
  /** The hosts that the links of listings lead to. */
  hosts: ListingHosts
  /** The words above the form. */
  intro: ReactNode
  /** The picture above the answer. */
  scene: ReactNode
}

const tabs = [
  { name: 'lookup', text: 'Look up' },
  { name: 'search', text: 'Search' },
  { name: 'convert', text: 'Convert' },
] as const

type TabName = (typeof tabs)[number]['name']

/** Lays out the three tabs: the open one's form on one side, its answer on the other. */
export function LookupPage(props: LookupPageProps) {
  const { isSignedIn, source, sampleCount, example, initialLookup, hosts, intro, scene } = props
  const [tab, setTab] = useState<TabName>('lookup')
  const left = useLookupsLeft()
  const { keep, keptCount } = useKeep(isSignedIn)
  const search = useSearch(keep)
  const convert = useConvert(hosts, keep)
  const lookup = useLookup(initialLookup, search, keep, { left, hosts })
  const page = useRef<HTMLDivElement>(null)
  const answer = useRef<HTMLElement>(null)
  const focusBox = useBox(page)

  // The first tab searches too, if its text is a business name.
  const shown = tab === 'lookup' && lookup.sent.operation === 'search' ? 'search' : tab
  const { announcement } = { lookup, search, convert }[shown]
  // A CID is converted while it is typed, so nothing may scroll or take the focus.
  const status = shown === 'convert' ? 'idle' : { lookup, search }[shown].call.status
  useEffect(() => {
    if (status !== 'idle') reveal(answer.current)
  }, [status])
  const { shared } = lookup
  useEffect(() => {
    if (shared) reveal(answer.current)
  }, [shared])

  // Whether the tab has no answer yet. Until it has one, a signed-in user sees no answer card, because they need no example.
  const isBlank = {
    lookup: lookup.answer.status === 'idle' && !lookup.shared,
    search: search.call.status === 'idle',
    convert: convert.conversion === null,
  }[shown]
  const hasAnswer = !isSignedIn || !isBlank
  const showsExample = shown === 'lookup' && isBlank
  const hasBegun = useFirstInput()
  const isUsed = hasBegun || lookup.text !== '' || lookup.recent.length > 0 || !showsExample
  const { part: parts, hasFailed, retry: retryParts } = usePart(loadParts, isUsed)
  useEffect(() => {
    if (hasBegun) void loadClient().catch(() => {})
  }, [hasBegun])

  const retry = () => {
    retryParts()
    // A call made meanwhile has most likely failed for the same reason, so one click retries both.
    if (status === 'error') (shown === 'search' ? search : lookup).retry()
  }

  useTitle((shown === 'lookup' && lookup.answer.data?.title) || null)

  const openSaved = (saved: RecentLookup) => {
    setTab('lookup')
    lookup.openSaved(saved)
    reveal(answer.current)
  }
  useAddress(initialLookup, lookup, openSaved)

  const openKept = (kept: KeptLookup) => {
    setTab(kept.operation === 'resolve' ? 'lookup' : kept.operation)
    if (kept.operation === 'convert') convert.openKept(kept.text)
    if (kept.operation === 'search') {
      const { text: name, country } = kept
      search.fill({ name, ...(country && { country }) })
    }
    if (kept.operation !== 'resolve') return void requestAnimationFrame(focusBox)
    const saved = lookup.recent.find(({ text, listing }) => text === kept.text && listing.cid === kept.cid)
    if (saved) lookup.openSaved(saved)
    else lookup.openKept(kept)
    reveal(answer.current)
  }

  const tryText = (text: string) => {
    setTab('lookup')
    lookup.setText(text)
    void lookup.lookUp(text)
  }
  const convertInstead = (cid: string) => {
    setTab('convert')
    convert.setCid(cid)
  }
  const searchInstead = () => {
    const name = lookup.sent.text.trim()
    if (/^[^/]{1,200}$/.test(name)) search.setName(name)
    setTab('search')
  }

  const inBrowser = parts && (
    <parts.RecentLookups recent={lookup.recent} onOpen={openSaved} onForget={lookup.forgetRecent} />
  )
  const suggestions = <TryExamples source={source} sampleCount={sampleCount} onTry={tryText} />
  return (
    <div ref={page} className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div className="top-6 min-w-0 lg:[@media(min-height:56rem)]:sticky">
        {intro}
        <Tabs label="What to do" tabs={tabs} open={tab} onOpen={setTab} look="cards" />
        <Card>
          <div hidden={tab !== 'lookup'}>
            <LookupForm lookup={lookup} left={left} onConvert={convertInstead} note={parts?.ReadingNote ?? null} />
          </div>
          {parts && tab === 'search' && <parts.SearchForm search={search} left={left} />}
          {parts && tab === 'convert' && <parts.ConvertForm convert={convert} onEnter={() => reveal(answer.current)} />}
        </Card>
        <p className="mt-3 px-1 text-sm text-soft">
          Many at once?{' '}
          <a
            href="/bulk"
            className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
          >
            Look up to {isSignedIn ? '1,000,000' : '1,000'} lines in bulk
          </a>
        </p>
        {isSignedIn ? (
          <Suspense>
            <AccountLookups
              inBrowser={lookup.recent}
              onOpen={openKept}
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
      </div>

      <div className="min-w-0">
        {!isSignedIn && scene}
        <section ref={answer} aria-label="Answer" className="scroll-mt-4">
          {hasAnswer && showsExample && example}
          {hasAnswer && !showsExample && !parts && (hasFailed ? <NotLoaded onRetry={retry} /> : <PendingCard />)}
          {hasAnswer && !showsExample && parts && (
            <parts.Answers
              {...{ shown, status, lookup, search, convert, left, source, sampleCount, hosts }}
              region={answer}
              onChangeInput={focusBox}
              onSearchInstead={searchInstead}
            />
          )}
        </section>
        <p role="status" className="sr-only">
          {announcement}
        </p>
        {isSignedIn && (
          <div className={hasAnswer ? 'mt-10' : ''}>
            <Suspense>
              <Home keptCount={keptCount} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}
