'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LocalTime } from '@/components/format/local-time'
import { formatNumber } from '@/components/format/number'
import { CallProblem } from '@/components/problems/problem-card'
import { useTRPCClient } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { SettingsDialog } from '@/components/watchlists/settings-dialog'
import { useWatchlist } from '@/components/watchlists/use-watchlists'
import {
  auditAddress,
  changesWords,
  closureWords,
  periodWords,
  type Watchlist,
} from '@/components/watchlists/watchlist'
import { Actions, figuresOf, NoAudit, Notice, PrintButton, Summary, sourceWords } from './audit-parts'
import { closuresIfUnknown, closuresUnknown, dayWords } from './figures'
import { ItemList } from './item-list'
import { maxItems } from './items'
import { listedCount, readListings, watchedItem } from './watch-items'

interface WatchlistAuditProps {
  id: string
  /** Whether this server has only sample data. */
  isSample: boolean
  /** How many days the counts of changes cover. */
  changeDays: number
}

/** The audit of a watchlist, to print and send. */
export function WatchlistAudit({ id, isSample, changeDays }: WatchlistAuditProps) {
  const view = useWatchlist(id)
  const { data, error } = view
  if (error && !data) return <CallProblem error={error} next={auditAddress(id)} onRetry={() => void view.refetch()} />
  if (!data) return <AnswerCard aria-busy="true" className="min-h-64" />
  const { watchlist } = data
  const { audit, listing_counts, last_checked_at, period } = watchlist
  if (last_checked_at !== null && audit.not_checked < listing_counts.total)
    return <Report watchlist={watchlist} isSample={isSample} changeDays={changeDays} />
  const words =
    listing_counts.total === 0
      ? 'This watchlist has no listings yet. Add some, and their audit appears here.'
      : `Nothing has been checked yet. Checks: ${periodWords[period].toLowerCase()}. The audit appears here after the first one.`
  return <NoAudit isComing words={words} />
}

type ReportProps = Omit<WatchlistAuditProps, 'id'> & { watchlist: Watchlist }

function Report({ watchlist, isSample, changeDays }: ReportProps) {
  const { audit, listing_counts, last_checked_at, test, created_at, changes } = watchlist
  const sinceMs = Math.max(Date.parse(created_at), Date.now() - changeDays * 86_400_000)
  const changed = changesWords(changes)
  const since = dayWords(new Date(sinceMs).toISOString(), Date.now())
  const items = useItems(watchlist, sinceMs)
  const count = listedCount(watchlist)
  return (
    <>
      <Summary
        counts={audit}
        total={listing_counts.total}
        noun="listing"
        facts={[
          ['Date', last_checked_at && <LocalTime at={last_checked_at} />],
          ['Source', sourceWords(isSample || test)],
          ['Listings', formatNumber(listing_counts.total)],
        ]}
        since={`Since ${since}: ${changed === 'None' ? 'no changes' : changed}.`}
        figures={figuresOf(audit, closuresIfUnknown(audit, listing_counts.total))}
      />
      <Closures watchlist={watchlist} />
      <Actions>
        <PrintButton isReady={items.isSuccess} />
      </Actions>
      {count > 0 && (
        <ItemList query={items} noun="listing">
          {count > maxItems && (
            <p className="mt-2 text-sm text-soft">
              The {formatNumber(maxItems)} most urgent listings. The watchlist has all of them.
            </p>
          )}
        </ItemList>
      )}
    </>
  )
}

/** Returns the query for the listings that moved, are gone, or have closed. */
function useItems(watchlist: Watchlist, sinceMs: number) {
  const client = useTRPCClient()
  const { id, audit, last_checked_at } = watchlist
  return useQuery({
    queryKey: ['watchlist audit', id, last_checked_at, JSON.stringify(audit)],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const listings = await readListings(watchlist, (query) => client.watchlists.listListings.query(query))
      return listings.map((one) => watchedItem(one, sinceMs, Date.now()))
    },
  })
}

/** Says whether closures are checked, and offers to turn the checks on. */
function Closures({ watchlist }: { watchlist: Watchlist }) {
  const [isChanging, setIsChanging] = useState(false)
  const { audit, listing_counts, closures, closures_price } = watchlist
  const unknown = closuresUnknown(audit, listing_counts.total)
  if (closures !== 'off') {
    if (unknown === 0) return null
    return <Notice words={`Not yet checked for closure: ${formatNumber(unknown)} of the listings.`} />
  }
  return (
    <Notice
      words="This watchlist doesn’t check whether businesses have closed."
      cost={`Checks every 30 days are available. ${closureWords('monthly', closures_price, listing_counts.total - listing_counts.unreadable)}`}
    >
      <Button onClick={() => setIsChanging(true)}>Change settings</Button>
      {isChanging && (
        <SettingsDialog
          watchlist={watchlist}
          onSaved={() => setIsChanging(false)}
          onClose={() => setIsChanging(false)}
        />
      )}
    </Notice>
  )
}
