'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { again } from '@/components/batches/use-upload'
import { LinesForm } from '@/components/bulk/lines-form'
import type { ReadCounts } from '@/components/bulk/read-rows'
import { maxFileBytes } from '@/components/bulk/read-source'
import { useInput } from '@/components/bulk/use-input'
import { formatNumber } from '@/components/format/number'
import { ActionProblem } from '@/components/problems/action-problem'
import { asCallError } from '@/components/trpc/call-error'
import { type CallError, useTRPCClient } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { SiteLink } from '@/components/ui/site-link'
import { useOverview, useReadAgain } from './use-watchlists'
import { isLimited, listingsWords, partsOf, type SentListing, sentListing } from './watchlist'

/** The most lines that a browser reads at once. */
const maxLines = 1_000_000

interface AddListingsProps {
  /** The watchlist. */
  id: string
  /** Called with a summary after all listings are added. */
  onAdded: (words: string) => void
  onClose: () => void
}

/** Reads pasted lines or a file in the browser and adds the listings they identify. */
export function AddListings({ id, onAdded, onClose }: AddListingsProps) {
  const input = useInput('listing', { maxLines, maxBytes: maxFileBytes })
  const { list, counts, isRead } = input
  const box = useRef<HTMLTextAreaElement>(null)
  const { state, begin, resume } = useAdding(id, onAdded)
  const { data } = useOverview()
  const { listings, same } = useMemo(() => {
    const byCid = new Map<string, SentListing>()
    const named = isRead ? list.rows.filter((row) => row.named !== null) : []
    for (const { named: listing, name, reference } of named) {
      if (listing === null || byCid.has(listing.cid)) continue
      byCid.set(listing.cid, sentListing(listing, { name, reference }))
    }
    return { listings: [...byCid.values()], same: named.length - byCid.size }
  }, [list, isRead])
  useEffect(() => box.current?.focus(), [])

  if (state.phase !== 'none') return <AddingNote {...state} onResume={resume} />
  const leftOut = leftOutWords(counts)
  const room = data && isLimited(data.watched.most) ? data.watched.most - data.watched.listings : null
  return (
    <div className="grid max-w-[56rem] gap-4">
      <LinesForm
        input={input}
        box={box}
        maxLines={maxLines}
        label="Links, place ids, or CIDs, one per line"
        placeholder={'https://maps.google.com/?cid=…\nChIJrRMgU7ZhLxMRxAOFkC7I8Sg\n2950359333223072708'}
        roles={watchedRoles}
      />
      {isRead && leftOut && (
        <p className="rounded-md bg-limit-wash px-4 py-3 text-sm">
          {leftOut} can’t be added, because they contain no identifier.{' '}
          <SiteLink href="/bulk" className="font-medium underline underline-offset-4">
            Look them up in a batch
          </SiteLink>
          , then watch the batch.
        </p>
      )}
      {room !== null && listings.length > room && (
        <p className="rounded-md bg-limit-wash px-4 py-3 text-sm">
          Left in your plan: {listingsWords(Math.max(0, room))}.{' '}
          <SiteLink href="/pricing" className="font-medium underline underline-offset-4">
            Compare plans
          </SiteLink>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {listings.length > 0 && (
          <Button look="primary" className="px-4! py-2! text-sm!" onClick={() => begin(listings)}>
            Add {listingsWords(listings.length)}
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        {same > 0 && (
          <p className="text-sm text-soft">
            {formatNumber(same)} {same === 1 ? 'duplicate' : 'duplicates'}
          </p>
        )}
      </div>
    </div>
  )
}

/** What a watchlist reads from a table. */
const watchedRoles = ['link', 'name', 'reference'] as const

/** Counts the lines that contain no identifier: "2 short links and 1 name". Null if there are none. */
function leftOutWords({ lookups, unreadable }: ReadCounts): string | null {
  const count = (number: number, one: string, more: string) =>
    number > 0 ? [`${formatNumber(number)} ${number === 1 ? one : more}`] : []
  const parts = [
    ...count(lookups.short_link, 'short link', 'short links'),
    ...count(lookups.name, 'name', 'names'),
    ...count(unreadable, 'unreadable line', 'unreadable lines'),
  ]
  return parts.length > 0 ? parts.join(', ').replace(/, ([^,]*)$/, ' and $1') : null
}

type AddingState =
  | { phase: 'none' }
  /** How many listings there are and how many have been sent. */
  | { phase: 'sending'; all: number; sent: number; error: null }
  /** Interrupted, but can be resumed. */
  | { phase: 'broken'; all: number; sent: number; error: CallError }

/** Sends listings in parts. Resending a part changes nothing, so a retry resumes with the failed part. */
function useAdding(id: string, onAdded: (words: string) => void) {
  const client = useTRPCClient()
  const readAgain = useReadAgain()
  const [state, setState] = useState<AddingState>({ phase: 'none' })
  const latest = useRef({ listings: [] as readonly SentListing[], sent: 0, added: 0, existing: 0, isFull: false })

  const resume = async () => {
    const { current } = latest
    const all = current.listings.length
    try {
      for (const part of partsOf(current.listings.slice(current.sent))) {
        setState({ phase: 'sending', all, sent: current.sent, error: null })
        const result = await again(() => client.watchlists.createListings.mutate({ id, listings: part }))
        current.sent += part.length
        current.added += result.created_count
        current.existing += result.existing_count
        current.isFull = result.full
        if (result.full) break
      }
      await readAgain(id)
      onAdded(addedWords(current))
    } catch (error) {
      setState({ phase: 'broken', all, sent: current.sent, error: asCallError(error) })
    }
  }
  const begin = (listings: readonly SentListing[]) => {
    latest.current = { listings, sent: 0, added: 0, existing: 0, isFull: false }
    void resume()
  }
  return { state, begin, resume: () => void resume() }
}

/** Describes what was added: "118 listings added. 3 were already watched." */
function addedWords(result: {
  listings: readonly unknown[]
  added: number
  existing: number
  isFull: boolean
}): string {
  const { listings, added, existing, isFull } = result
  const left = listings.length - added - existing
  return [
    `${listingsWords(added)} added.`,
    existing > 0 && `${formatNumber(existing)} ${existing === 1 ? 'was' : 'were'} already in this watchlist.`,
    isFull && `Your plan allows no more, so ${formatNumber(left)} ${left === 1 ? 'was' : 'were'} not added.`,
  ]
    .filter(Boolean)
    .join(' ')
}

interface AddingNoteProps {
  all: number
  sent: number
  error: CallError | null
  onResume: () => void
}

/** Shows how many listings have been sent. If sending was interrupted, shows why and offers to resume. */
function AddingNote({ all, sent, error, onResume }: AddingNoteProps) {
  // The tab must stay open until all listings are sent, so the browser asks before closing it.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <div className="grid max-w-[56rem] gap-3">
      <ProgressBar label="Listings added" done={sent} all={all} />
      <p className="text-sm">
        {formatNumber(sent)} of {formatNumber(all)} added. Keep this tab open until it’s done.
      </p>
      {error && (
        <>
          <ActionProblem error={error} />
          <Button className="justify-self-start" onClick={onResume}>
            Continue
          </Button>
        </>
      )}
    </div>
  )
}

interface ProgressBarProps {
  label: string
  done: number
  all: number
}

export const ProgressBar = ({ label, done, all }: ProgressBarProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={all}
    aria-valuenow={done}
    className="h-3 overflow-hidden rounded-sm border border-ink bg-sunk"
  >
    <div className="h-full bg-done" style={{ width: `${(done / Math.max(1, all)) * 100}%` }} />
  </div>
)
