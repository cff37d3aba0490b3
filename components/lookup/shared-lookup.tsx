import { ListingCard } from '@/components/listing/listing-card'
import { PendingCard } from '@/components/listing/pending-card'
import { type LookupsLeft, leftWords } from '@/components/quota/lookups-left'
import type { Outputs } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { useLoaded } from '@/components/ui/use-loaded'
import type { ListingHosts } from '@/server/listings/listing'
import { momentWords } from './kept-words'
import type { SharedText } from './use-lookup'

const load = () => import('@/components/reading/listing-in')

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
  const listing = kept ? reader.listingKept(text, kept, hosts) : reader.listingIn(text, hosts)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border border-dashed border-edge bg-sheet px-4 py-2.5">
        <p className="text-sm text-soft">
          {kept
            ? `Looked up on ${momentWords(kept.atMs)}. Names and ratings aren’t kept.`
            : listing
              ? 'Read from the text itself, without a lookup.'
              : 'This lookup has not been made yet.'}{' '}
          {left && `${leftWords(left)}.`}
        </p>
        {left?.remaining !== 0 && (
          <Button onClick={onLookUp}>
            {listing && details === 'full' ? 'Look up its name and rating' : 'Look it up'}
          </Button>
        )}
      </div>
      {listing ? (
        <ListingCard listing={listing} source={source} details="none" isKept={kept !== undefined} />
      ) : (
        <AnswerCard>
          <h2 className="max-w-[34rem] text-title font-semibold [overflow-wrap:anywhere]" dir="auto">
            {text}
          </h2>
          <p className="mt-2 text-soft">Which listing this is takes a lookup to find out.</p>
        </AnswerCard>
      )}
    </>
  )
}
