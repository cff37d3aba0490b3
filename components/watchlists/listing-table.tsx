'use client'

import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MayChange, useMayChange } from '@/components/account/page-account'
import { LocalTime } from '@/components/format/local-time'
import { formatNumber } from '@/components/format/number'
import { ActionDialog } from '@/components/problems/action-dialog'
import { CallProblem } from '@/components/problems/problem-card'
import { Button } from '@/components/ui/button'
import { Choices } from '@/components/ui/choices'
import { classNames } from '@/components/ui/class-names'
import { copyText } from '@/components/ui/copy-button'
import { PageButton } from '@/components/ui/page-button'
import { MoreIcon } from '@/components/ui/part-icons'
import { RowMenu } from '@/components/ui/row-menu'
import { Cell, Row, RowTable } from '@/components/ui/row-table'
import { statusWords } from '@/server/features/listings/business-status'
import { labelOf } from '@/server/features/watchlists/change-words'
import { isClosed } from '@/server/features/watchlists/watchlist'
import { useActions, useListings } from './use-watchlists'
import {
  bothIds,
  type ListingFilter,
  listingFilters,
  listingStates,
  listingsWords,
  type WatchEvent,
  type WatchedListing,
  type Watchlist,
  watchlistAddress,
} from './watchlist'

interface ListingTableProps {
  watchlist: Watchlist
  /** The newest events, newest first. */
  newest: readonly WatchEvent[]
  mapHost: string
  /** Gets the result of an action, such as "CID copied." */
  onMessage: (words: string) => void
  /** Gets the result of a removal, after which the table may be gone. */
  onRemoved: (words: string) => void
}

/** A watchlist's listings by state, a page at a time. Selected listings can be removed. */
export function ListingTable({ watchlist, newest, mapHost, onMessage, onRemoved }: ListingTableProps) {
  const { id, listing_counts: counts } = watchlist
  const [filter, setFilter] = useState<ListingFilter | null>(null)
  /** The start of each page so far. */
  const [starts, setStarts] = useState<readonly (string | null)[]>([null])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [removing, setRemoving] = useState<readonly string[] | null>(null)
  const list = useRef<HTMLElement>(null)
  const mayChange = useMayChange()
  const isTurning = useRef(false)
  const { deleteListings } = useActions()
  const page = useListings(watchlist, filter, starts.at(-1) ?? null)
  const { data, error, isPlaceholderData } = page
  const shown = data?.listings ?? []
  const reopened = reopenedIn(newest)

  // The button for the next page is at the end of the previous one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (isTurning.current) list.current?.focus()
    isTurning.current = false
  }, [starts])

  const turn = (next: readonly (string | null)[]) => {
    isTurning.current = true
    setChosen(new Set())
    setStarts(next)
  }
  const choose = (listingId: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(listingId)
    else next.delete(listingId)
    setChosen(next)
  }
  /** Removes these listings. The dialog shows an error. */
  const remove = async (ids: readonly string[]) => {
    const answer = await deleteListings.mutateAsync({ id, ids: ids.join(',') }).catch(() => null)
    if (!answer) return
    // An open dialog keeps the focus.
    flushSync(() => {
      setRemoving(null)
      setChosen(new Set())
    })
    onRemoved(`${listingsWords(answer.deleted_count)} removed.`)
  }
  const options = (Object.keys(listingFilters) as ListingFilter[]).filter((one) => counts[one] > 0 || one === filter)
  const labels = ['All', ...options.map((one) => listingFilters[one])]
  return (
    <section ref={list} tabIndex={-1} aria-label="Listings by status" className="grid scroll-mt-4 gap-4 outline-none">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 empty:hidden">
        {options.length > 1 && (
          <Choices
            label="Listings shown"
            options={labels}
            counts={Object.fromEntries([
              ['All', counts.total],
              ...options.map((one) => [listingFilters[one], counts[one]]),
            ])}
            chosen={filter === null ? 'All' : listingFilters[filter]}
            onChoose={(label) => {
              setFilter(options.find((one) => listingFilters[one] === label) ?? null)
              setStarts([null])
              setChosen(new Set())
            }}
          />
        )}
        {mayChange && (shown.length > 1 || chosen.size > 0) && (
          <div className="flex flex-wrap gap-2 sm:ms-auto">
            {chosen.size > 0 && (
              <Button look="danger" onClick={() => setRemoving([...chosen])}>
                Remove {formatNumber(chosen.size)} selected
              </Button>
            )}
            <Button onClick={() => setChosen(chosen.size > 0 ? new Set() : new Set(shown.map((one) => one.id)))}>
              {chosen.size > 0 ? 'Select none' : `Select these ${shown.length}`}
            </Button>
          </div>
        )}
      </div>
      {error && !data && (
        <CallProblem error={error as never} next={watchlistAddress(id)} onRetry={() => void page.refetch()} />
      )}
      {!data && !error && <div aria-hidden="true" className="h-40 rounded-md bg-sunk" />}
      {shown.length > 0 && (
        <div aria-busy={isPlaceholderData || undefined} className={isPlaceholderData ? 'opacity-60' : ''}>
          <RowTable
            caption="Listings"
            columns={['Listing', 'Status', 'Identifiers', 'Last check']}
            headClassName="md:max-lg:nth-4:hidden"
          >
            {shown.map((one) => (
              <ListingRow
                key={one.id}
                listing={one}
                isReopened={reopened.has(one.id)}
                mapHost={mapHost}
                isChosen={chosen.has(one.id)}
                onChoose={(isChosen) => choose(one.id, isChosen)}
                onRemove={() => setRemoving([one.id])}
                onMessage={onMessage}
              />
            ))}
          </RowTable>
        </div>
      )}
      {data && shown.length === 0 && counts.total > 0 && <p className="text-sm text-soft">No such listings.</p>}
      {data && (starts.length > 1 || data.next !== null) && (
        <div className="flex flex-wrap items-center justify-end gap-2">
          <PageButton label="Previous" isPossible={starts.length > 1} onTurn={() => turn(starts.slice(0, -1))} />
          <PageButton
            label="Next"
            isPossible={data.next !== null && !isPlaceholderData}
            onTurn={() => turn([...starts, data.next])}
          />
        </div>
      )}
      {removing && (
        <ActionDialog
          title={removing.length === 1 ? 'Remove this listing?' : `Remove ${listingsWords(removing.length)}?`}
          description="Checks will stop. Changes recorded so far are kept."
          action="Remove"
          busyLabel="Removing"
          dismiss="Cancel"
          look="destroy"
          busy={deleteListings.isPending}
          error={deleteListings.error}
          onAct={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  )
}

type RowAction = 'cid' | 'place id' | 'both' | 'remove'

/** Returns the ids of the listings whose latest event is that they reopened. @param newest events, newest first. */
function reopenedIn(newest: readonly WatchEvent[]): ReadonlySet<string> {
  const latest = new Map(newest.toReversed().map((event) => [event.listing_id, event.type]))
  return new Set([...latest].flatMap(([id, type]) => (type === 'listing.reopened' ? id : [])))
}

interface ListingRowProps {
  listing: WatchedListing
  isReopened: boolean
  mapHost: string
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onRemove: () => void
  onMessage: (words: string) => void
}

function ListingRow({ listing: one, isReopened, mapHost, isChosen, onChoose, onRemove, onMessage }: ListingRowProps) {
  const { id, state, name, reference, listing, moved_from, text, detail, changed_at, checked_at } = one
  const extra = statusWords(one.business_status) ?? (isReopened ? 'Reopened' : null)
  const words = [...(state === 'listed' && extra ? [] : [listingStates[state]]), ...(extra ? [extra] : [])]
  const isToCorrect = state === 'moved' || state === 'gone' || isClosed(one.business_status)
  const label = labelOf(one) ?? listing?.cid ?? text ?? id
  const own = name ?? reference
  // Without a name or a reference, the CID stands for the listing, so it isn't repeated.
  const [first, ...others] = listing ? [own && listing.cid, listing.place_id].filter((one) => one !== null) : []
  const former = moved_from
    ? [moved_from.cid, moved_from.place_id].filter((one) => one !== listing?.cid && one !== listing?.place_id)
    : []
  const act = async (action: RowAction) => {
    if (action === 'remove') return onRemove()
    if (!listing) return
    const values = { cid: listing.cid, 'place id': listing.place_id ?? '', both: bothIds(listing) }
    const words = { cid: 'CID', 'place id': 'Place id', both: 'CID and place id' }
    const isCopied = await copyText(values[action])
    onMessage(isCopied ? `${words[action]} copied.` : `${words[action]} couldn’t be copied.`)
  }
  const copies: Array<[RowAction, string]> = listing
    ? [
        ['cid', 'Copy CID'],
        ...(listing.place_id
          ? ([
              ['place id', 'Copy place id'],
              ['both', 'Copy both'],
            ] as const)
          : []),
      ].map(([action, words]) => [action as RowAction, words as string])
    : []
  return (
    <Row
      head={
        <label className="flex min-h-6 cursor-pointer items-start gap-3">
          <MayChange>
            <input
              type="checkbox"
              checked={isChosen}
              onChange={() => onChoose(!isChosen)}
              aria-label={`Select ${label}`}
              className="mt-1 size-4 shrink-0 accent-ink"
            />
          </MayChange>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <bdi
              className={classNames(
                'font-medium',
                own === null && 'font-mono text-[0.8125rem] leading-6',
                own === null && listing && 'whitespace-nowrap',
              )}
            >
              {own ?? label}
            </bdi>
            {name !== null && reference !== null && <bdi className="block text-soft">{reference}</bdi>}
          </span>
        </label>
      }
      menu={
        <RowMenu<RowAction>
          label={`Actions for ${label}`}
          actions={[...copies, ...(useMayChange() ? [['remove', 'Remove', 'danger'] as const] : [])]}
          onAction={(action) => void act(action)}
          className="-my-2 min-w-10 border-transparent! bg-transparent! px-2.5! hover:border-edge!"
        >
          <MoreIcon />
        </RowMenu>
      }
    >
      <Cell label="Status" className="md:whitespace-nowrap">
        {words.map((word) => (
          <span key={word} className={classNames('block', isToCorrect && 'font-medium text-limit')}>
            {word}
          </span>
        ))}
        {changed_at && (
          <span className="block text-soft">
            <LocalTime at={changed_at} />
          </span>
        )}
      </Cell>
      <Cell label="Identifiers" className="max-md:flex-col max-md:gap-0!">
        {listing ? (
          <span className="block font-mono text-[0.8125rem] leading-6 [overflow-wrap:anywhere]">
            <a
              href={`${mapHost}/?cid=${listing.cid}`}
              target="_blank"
              rel="noreferrer"
              className="underline decoration-edge underline-offset-4 hover:decoration-ink"
            >
              {first ?? <span className="font-sans">Google Maps</span>}
              <span className="sr-only"> (on Google Maps, opens in a new tab)</span>
            </a>
            {others.map((one) => (
              <span key={one} className="block">
                {one}
              </span>
            ))}
            {former.length > 0 && (
              <span className="block text-soft">
                <span className="font-sans">Added as</span> {former.join(' ')}
              </span>
            )}
          </span>
        ) : (
          <span className="block max-w-[30rem] text-soft">{detail}</span>
        )}
      </Cell>
      <Cell label="Last check" className="md:max-lg:hidden lg:whitespace-nowrap">
        {state === 'unreadable' ? 'Never' : checked_at === null ? 'Not yet' : <LocalTime at={checked_at} />}
      </Cell>
    </Row>
  )
}
