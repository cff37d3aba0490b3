'use client'

import { lazy, type MouseEvent, type ReactNode, Suspense } from 'react'
import type { Outputs } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { AnswerCard, Card } from '@/components/ui/card'
import { usePart } from '@/components/ui/loading'
import { Tabs } from '@/components/ui/tabs'
import type { ListingHosts } from '@/server/features/listings/listing'
import type { InitialLookup } from './address'
import { LookupForm } from './lookup-form'
import { type Page, tabs, usePage } from './use-page'

/** Loaded only for a signed-in user. */
const Home = lazy(() => import('@/components/home/home').then(({ Home }) => ({ default: Home })))

const loadParts = () => import('./parts')

interface LookupPageProps {
  /** Whether the page is a signed-in user's home. */
  isSignedIn: boolean
  source: Outputs['status']['source']
  /** The number of listings in the sample. */
  sampleCount: number
  /** The inputs to try. */
  examples: ReactNode
  /** A link to bulk lookups. */
  bulk: ReactNode
  /** An example of a result, shown before the first one. */
  example: ReactNode
  /**
   * A result's skeleton, shown while one loads. Rendered on the server, like the other pictures, so no code is loaded
   * for it.
   */
  pending: ReactNode
  /** The lookup in the page's URL. */
  initialLookup: InitialLookup
  /** The hosts for links to listings. */
  hosts: ListingHosts
  /** The text above the form. */
  intro: ReactNode
  /** The picture above the result. */
  scene: ReactNode
}

/** Lays out the three tabs, with the open tab's form on one side and its result on the other. */
export function LookupPage(props: LookupPageProps) {
  const { isSignedIn, source, sampleCount, examples, bulk, example, pending, initialLookup, hosts, intro, scene } =
    props
  const page = usePage(initialLookup, hosts)
  const { part: parts, hasFailed, retry: retryParts } = usePart(loadParts, page.isUsed)
  // A signed-in user needs no example, and sees no result card until there is a result.
  const hasAnswer = !isSignedIn || !page.isBlank
  const retry = () => {
    retryParts()
    // A call made in the meantime most likely failed for the same reason, so one click retries both.
    if (page.status === 'error') page.retry()
  }
  return (
    <div ref={page.root} className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div className="top-6 min-w-0 lg:[@media(min-height:56rem)]:sticky">
        {intro}
        <Forms page={page} parts={parts} isSignedIn={isSignedIn} examples={examples} bulk={bulk} />
      </div>

      <div className="min-w-0">
        {!isSignedIn && scene}
        <section ref={page.region} aria-label="Result" className="scroll-mt-4">
          {hasAnswer &&
            (page.isExample ? (
              example
            ) : parts ? (
              <parts.Answers
                page={page}
                isSignedIn={isSignedIn}
                source={source}
                sampleCount={sampleCount}
                hosts={hosts}
              />
            ) : hasFailed ? (
              <NotLoaded onRetry={retry} />
            ) : (
              pending
            ))}
        </section>
        <p role="status" className="sr-only">
          {page.announcement}
        </p>
        {isSignedIn && (
          <div className={hasAnswer ? 'mt-10' : ''}>
            <Suspense>
              <Home lookupCount={page.lookupCount} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}

/** Shown instead of a part of the page that couldn't be loaded. */
const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <AnswerCard>
    <h2 className="text-title font-semibold">No response</h2>
    <p className="mt-2 mb-4 max-w-[34rem]">Part of this page didn’t load. Check your connection and try again.</p>
    <Button onClick={onRetry}>Try again</Button>
  </AnswerCard>
)

interface FormsProps {
  page: Page
  /** The parts that only an active user needs; null until they are loaded. */
  parts: typeof import('./parts') | null
  isSignedIn: boolean
  /** The inputs to try: buttons, each with its text in `data-try`. */
  examples: ReactNode
  bulk: ReactNode
}

/** The three tabs with the open tab's form, and below it the earlier lookups and the examples. */
function Forms({ page, parts, isSignedIn, examples, bulk }: FormsProps) {
  const { tab, setTab, left, lookup, search, convert, openSaved } = page
  const onTry = ({ target }: MouseEvent) => {
    const text = (target as Element).closest<HTMLElement>('[data-try]')?.dataset.try
    if (text) page.tryText(text)
  }
  return (
    <>
      <Tabs label="What to do" tabs={tabs} open={tab} onOpen={setTab} look="cards" />
      <Card>
        <div hidden={tab !== 'lookup'}>
          <LookupForm lookup={lookup} left={left} onConvert={page.convertInstead} parts={parts} />
        </div>
        {parts && tab === 'search' && <parts.SearchForm search={search} left={left} onLookUp={page.tryText} />}
        {parts && tab === 'convert' && <parts.ConvertForm convert={convert} onEnter={page.showAnswer} />}
      </Card>
      {bulk}
      {parts && <parts.RecentLookups recent={lookup.recent} onOpen={openSaved} onForget={lookup.forgetRecent} />}
      {(!isSignedIn || lookup.recent.length === 0) && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are pressed
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div onClick={onTry}>{examples}</div>
      )}
    </>
  )
}
