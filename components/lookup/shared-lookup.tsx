import { ListingCard } from '@/components/listing/listing-card'
import { PendingCard } from '@/components/listing/pending-card'
import { untilWords } from '@/components/problem/until'
import { type LookupsLeft, leftWords } from '@/components/quota/lookups-left'
import { MoreLookupsLink } from '@/components/quota/plan-offer'
import { identifiersNote, listingWith } from '@/components/reading/without-lookup'
import type { Outputs } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { useLoaded } from '@/components/ui/use-loaded'
import type { ListingHosts } from '@/server/listings/listing'
import { momentWords } from './kept-words'
import type { SharedText } from './use-lookup'

const load = () => import('@/components/reading/reading')

interface SharedLookupProps {
  shared: SharedText
  source: Outputs['status']['source']
  hosts: ListingHosts
  /** How many lookups are left; null until it is known. */
  left: LookupsLeft | null
  onLookUp: () => void
}

/** A lookup from somebody else's link, or an earlier one of the account. Shows what the text says or what was kept. */
export function SharedLookup({ shared: { text, details, kept }, source, hosts, left, onLookUp }: SharedLookupProps) {
  const reader = useLoaded(load)
  if (!reader) return <PendingCard />
  const inText = reader.listingIn(text, hosts)
  const listing = kept ? (listingWith(kept.cid, kept.placeId, inText, hosts) ?? inText) : inText
  const isUsedUp = left?.remaining === 0
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border border-dashed border-edge bg-sheet px-4 py-2.5">
        <p className="max-w-[34rem] text-sm text-soft">
          {kept
            ? `Looked up on ${momentWords(kept.atMs)}. Names and ratings aren’t kept.`
            : listing
              ? 'Read from the text itself, without a lookup.'
              : 'This lookup has not been made yet.'}{' '}
          {left && `${leftWords(left)}.`}
          {isUsedUp && ` More ${untilWords(left.resetSeconds * 1000, Date.now())}.`}
        </p>
        {isUsedUp ? (
          <MoreLookupsLink left={left} />
        ) : (
          <Button onClick={onLookUp}>
            {listing && details === 'full' ? 'Look up its name and rating' : 'Look it up'}
          </Button>
        )}
      </div>
      {listing ? (
        <ListingCard
          listing={listing}
          source={source}
          details="none"
          note={kept ? keptNote : isUsedUp ? identifiersNote[details] : null}
        />
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

const keptNote = 'Not checked again: these are the identifiers it had then.'
