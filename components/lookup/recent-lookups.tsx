import { Button } from '@/components/ui/button'
import type { RecentLookup } from './recent'

interface RecentLookupsProps {
  recent: readonly RecentLookup[]
  onOpen: (lookup: RecentLookup) => void
  onForget: () => void
}

/** Earlier lookups in this browser. Opening one shows the saved answer and uses no lookup. */
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
