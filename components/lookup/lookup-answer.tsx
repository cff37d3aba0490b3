import { Kit } from '@/components/listing/kit'
import { ListingCard } from '@/components/listing/listing-card'
import type { ListingView } from '@/components/listing/listing-rows'
import { PendingCard } from '@/components/listing/pending-card'
import { isInputProblem } from '@/components/problem/problem'
import { Button } from '@/components/ui/button'
import { Answer, type AnswerProps } from './answer'

interface LookupAnswerProps extends AnswerProps<ListingView> {
  source: 'sample' | 'places'
  specimen: ListingView
  /** The text that was looked up. */
  url: string
  /** When the answer was kept in this browser, epoch milliseconds; null for a fresh one. */
  keptMs: number | null
  /** The address of a listing by its CID, where a search has told it; an answer of resolve has none. */
  addressOf: (cid: string) => string | null
  onSearchInstead: () => void
}

export function LookupAnswer(props: LookupAnswerProps) {
  const { source, specimen, url, keptMs, addressOf, onSearchInstead, ...call } = props
  return (
    <Answer
      {...call}
      empty={<ListingCard listing={specimen} source={source} specimen />}
      pending={<PendingCard />}
      otherWay={(problem) =>
        isInputProblem(problem) && <Button onClick={onSearchInstead}>Search by name instead</Button>
      }
    >
      {(answer) => {
        const listing = { ...answer, address: answer.address ?? addressOf(answer.cid) }
        return (
          <>
            {keptMs !== null && <Kept sinceMs={keptMs} onRenew={call.onRetry} />}
            <ListingCard listing={listing} source={source} />
            <Kit listing={listing} request={{ path: '/api/resolve', body: { url } }} shareable />
          </>
        )
      }}
    </Answer>
  )
}

/** Says that an answer is not of now. */
function Kept({ sinceMs, onRenew }: { sinceMs: number; onRenew: () => void }) {
  const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(sinceMs)
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-dashed border-edge px-4 py-2.5">
      <p className="text-sm text-soft">Kept in this browser since {moment}. The rating may be another by now.</p>
      <Button onClick={onRenew}>Look up again</Button>
    </div>
  )
}
