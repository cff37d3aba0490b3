import type { ReactNode } from 'react'
import { saveDraft } from '@/components/bulk/saved'
import { browserLanguage } from '@/components/language/lookup-language'
import { LazyListingTools } from '@/components/listings/lazy-listing-tools'
import { ListingCard } from '@/components/listings/listing-card'
import { PendingCard } from '@/components/listings/pending-card'
import { isInputProblem } from '@/components/problems/problem'
import { untilWords } from '@/components/problems/until'
import { type LookupsLeft, leftWords } from '@/components/quota/lookups-left'
import { MoreLookupsLink } from '@/components/quota/plan-offer'
import { useReading } from '@/components/reading/use-reading'
import { identifiersNote } from '@/components/reading/without-lookup'
import type { Outputs } from '@/components/trpc/client'
import { Button, buttonClasses } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { useLoaded } from '@/components/ui/loading'
import type { ListingHosts } from '@/server/features/listings/listing'
import { chosenOptions } from '@/server/places/upstream/lookup-options'
import type { AddressedLookup } from './address'
import { Answer } from './answer'
import type { Lookup } from './use-lookup'

/** Shows whether a signed-in user watches a listing, and offers to watch it; null for a visitor. */
export type Watch = ((listing: { cid: string; place_id?: string | null }) => ReactNode) | null

interface LookupAnswerProps {
  lookup: Lookup
  /** How many lookups are left; null until it is known. */
  left: LookupsLeft | null
  source: Outputs['status']['source']
  hosts: ListingHosts
  watch: Watch
  onChangeInput: () => void
  onSearchInstead: () => void
}

export function LookupAnswer(props: LookupAnswerProps) {
  const { lookup, left, source, hosts, watch, onChangeInput, onSearchInstead } = props
  const { answer, sent, savedMs, isShared, retry, shared, failure } = lookup
  return (
    <Answer
      call={answer}
      left={left}
      onRetry={retry}
      onChangeInput={onChangeInput}
      empty={
        shared && (
          <SharedLookup
            shared={shared}
            source={source}
            hosts={hosts}
            left={left}
            watch={watch}
            onLookUp={() => lookup.lookUp(shared.text, shared.options)}
          />
        )
      }
      pending={<PendingCard />}
      more={failure?.more ?? ''}
      fallback={failure?.fallback && <ListingCard {...failure.fallback} source={source} details="none" />}
      alternative={(problem) => isInputProblem(problem) && <Alternative text={sent.text} onSearch={onSearchInstead} />}
    >
      {(listing) => (
        <>
          {savedMs !== null && <SavedNote sinceMs={savedMs} onRenew={retry} />}
          <ListingCard
            listing={listing}
            source={source}
            details={sent.options.details}
            language={chosenLanguage(sent)}
            reviewFirst={isShared}
          >
            {watch?.(listing)}
            <LazyListingTools listing={listing} request={{ path: '/api/resolve', body: bodyOf(sent) }} shareable />
          </ListingCard>
        </>
      )}
    </Answer>
  )
}

/** Returns the language that a person chose, instead of their browser's; empty if none. */
const chosenLanguage = ({ options: { language } }: Lookup['sent']) => (language === browserLanguage() ? '' : language)

/** Returns the body to send, without default values. */
const bodyOf = ({ url, options }: Lookup['sent']) => ({ url, ...chosenOptions(options) })

/** Offers another way for a string that doesn't point to one listing: bulk for several links, search for words. */
function Alternative({ text, onSearch }: { text: string; onSearch: () => void }) {
  const links = useReading(text)?.links ?? []
  if (links.length > 0) return <BulkLink links={links} className={buttonClasses()} />
  return <Button onClick={onSearch}>Search by name instead</Button>
}

/** Shows that the result was saved earlier. */
function SavedNote({ sinceMs, onRenew }: { sinceMs: number; onRenew: () => void }) {
  const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(sinceMs)
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-dashed border-edge px-4 py-2.5">
      <p className="text-sm text-soft">Saved in this browser on {moment}. The rating may have changed.</p>
      <Button onClick={onRenew}>Look up again</Button>
    </div>
  )
}

const load = () => import('@/components/reading/reading')

interface SharedLookupProps {
  shared: AddressedLookup
  source: Outputs['status']['source']
  hosts: ListingHosts
  /** How many lookups are left; null until it is known. */
  left: LookupsLeft | null
  watch: Watch
  onLookUp: () => void
}

/** A lookup from a shared link. Shows what the text contains. */
function SharedLookup({ shared, source, hosts, left, watch, onLookUp }: SharedLookupProps) {
  const { text, options } = shared
  const reader = useLoaded(load)
  if (!reader) return <PendingCard />
  const listing = reader.listingIn(text, hosts)
  const isUsedUp = left?.remaining === 0
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border border-dashed border-edge bg-sheet px-4 py-2.5">
        <p className="max-w-[34rem] text-sm text-soft">
          {listing ? 'Read from the text itself, without a lookup.' : 'Not looked up yet.'}{' '}
          {left && `${leftWords(left)}.`}
          {isUsedUp && ` Resets ${untilWords(left.resetSeconds * 1000, Date.now())}.`}
        </p>
        {isUsedUp ? (
          <MoreLookupsLink left={left} />
        ) : (
          <Button onClick={onLookUp}>
            {listing && options.details === 'full' ? 'Look up its name and rating' : 'Look it up'}
          </Button>
        )}
      </div>
      {listing ? (
        <ListingCard
          listing={listing}
          source={source}
          details="none"
          note={isUsedUp ? identifiersNote[options.details] : null}
        >
          {watch?.(listing)}
        </ListingCard>
      ) : (
        <AnswerCard>
          <h2 className="max-w-[34rem] text-title font-semibold [overflow-wrap:anywhere]" dir="auto">
            {text}
          </h2>
          <p className="mt-2 text-soft">Look it up to see which listing this is.</p>
        </AnswerCard>
      )}
    </>
  )
}

interface BulkLinkProps {
  links: readonly string[]
  className: string
}

/** Opens the bulk page with these links in its form, one per line. */
export function BulkLink({ links, className }: BulkLinkProps) {
  return (
    <a href="/bulk" onClick={() => saveDraft(sessionStorage, links.join('\n'))} className={className}>
      Look them up in bulk
    </a>
  )
}
