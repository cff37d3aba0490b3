import { LazyListingTools } from '@/components/listing/lazy-listing-tools'
import { ListingCard } from '@/components/listing/listing-card'
import { PendingCard } from '@/components/listing/pending-card'
import { isInputProblem } from '@/components/problem/problem'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { useReading } from '@/components/reading/use-reading'
import type { Outputs } from '@/components/trpc/client'
import { Button, buttonClasses } from '@/components/ui/button'
import type { ListingHosts } from '@/server/listings/listing'
import { Answer } from './answer'
import { BulkLink } from './bulk-link'
import { SharedLookup } from './shared-lookup'
import type { Lookup } from './use-lookup'

interface LookupAnswerProps {
  lookup: Lookup
  /** How many lookups are left; null until it is known. */
  left: LookupsLeft | null
  source: Outputs['status']['source']
  hosts: ListingHosts
  onChangeInput: () => void
  onSearchInstead: () => void
}

export function LookupAnswer(props: LookupAnswerProps) {
  const { lookup, left, source, hosts, onChangeInput, onSearchInstead } = props
  const { answer, sent, savedMs, retry, shared, known } = lookup
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
            onLookUp={() => lookup.lookUp(shared.text, shared.details)}
          />
        )
      }
      pending={<PendingCard />}
      more={known?.more ?? ''}
      despite={known?.despite && <ListingCard {...known.despite} source={source} details="none" />}
      alternative={(problem) => isInputProblem(problem) && <Alternative text={sent.text} onSearch={onSearchInstead} />}
    >
      {(listing) => (
        <>
          {savedMs !== null && <SavedNote sinceMs={savedMs} onRenew={retry} />}
          <ListingCard listing={listing} source={source} details={sent.details}>
            <LazyListingTools listing={listing} request={{ path: '/api/resolve', body: bodyOf(sent) }} shareable />
          </ListingCard>
        </>
      )}
    </Answer>
  )
}

/** Returns the body to send, without fields that have their default value. */
const bodyOf = ({ url, details }: Lookup['sent']) => ({ url, ...(details !== 'full' && { details }) })

/** Offers another way for a text that names no single listing: bulk for several links, search for words. */
function Alternative({ text, onSearch }: { text: string; onSearch: () => void }) {
  const links = useReading(text)?.links ?? []
  if (links.length > 0) return <BulkLink links={links} className={buttonClasses()} />
  return <Button onClick={onSearch}>Search by name instead</Button>
}

/** Says that the answer was saved earlier. */
function SavedNote({ sinceMs, onRenew }: { sinceMs: number; onRenew: () => void }) {
  const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(sinceMs)
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-dashed border-edge px-4 py-2.5">
      <p className="text-sm text-soft">Saved in this browser on {moment}. The rating may have changed.</p>
      <Button onClick={onRenew}>Look up again</Button>
    </div>
  )
}
