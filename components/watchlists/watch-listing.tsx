'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useMayChange } from '@/components/account/page-account'
import { useKnownBatch } from '@/components/batches/use-batch'
import { ActionProblem } from '@/components/problems/action-problem'
import { useTRPC } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import { FormActions, FormDialog } from '@/components/ui/dialog'
import { Select, TextField } from '@/components/ui/field'
import { SiteLink } from '@/components/ui/site-link'
import { longestName } from '@/server/features/batches/batch'
import { NewWatchlist } from './new-watchlist'
import { useActions, useCreate, useOverview } from './use-watchlists'
import { listingsWords, longestLabel, sentListing, watchlistAddress } from './watchlist'

interface WatchListingProps {
  cid: string
  placeId: string | null
}

/** Shows which watchlists have a listing, and adds it to one. Hidden if watching is off. */
export function WatchListing({ cid, placeId }: WatchListingProps) {
  const trpc = useTRPC()
  const { data } = useOverview()
  const watching = useQuery({ ...trpc.watchlists.with.queryOptions({ cid }), enabled: data?.isOn === true })
  const [isOpen, setIsOpen] = useState(false)
  if (data === null || data?.isOn === false) return null
  const found = watching.data ?? []
  const free = data?.watchlists.filter(({ id, test }) => !test && !found.some((one) => one.id === id)) ?? []
  return (
    <section
      aria-label="Watchlists"
      aria-busy={!watching.data || undefined}
      className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-rule py-3"
    >
      <p role="status" className="min-w-0 text-sm [overflow-wrap:anywhere]">
        {found.length > 0 ? (
          <>
            Watched in{' '}
            {found.map(({ id, name }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <SiteLink
                  href={watchlistAddress(id)}
                  className="font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
                >
                  <bdi>{name}</bdi>
                </SiteLink>
              </span>
            ))}
          </>
        ) : (
          <span className="text-soft">Get notified if this listing moves or disappears.</span>
        )}
      </p>
      <Button onClick={() => setIsOpen(true)}>{found.length > 0 ? 'Watch in another list' : 'Watch'}</Button>
      {isOpen && (
        <WatchDialog
          cid={cid}
          placeId={placeId}
          watchlists={free.map(({ id, name, listing_counts: { total } }) => ({ id, name, total }))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  )
}

interface WatchDialogProps extends WatchListingProps {
  /** The watchlists without the listing. */
  watchlists: ReadonlyArray<{ id: string; name: string; total: number }>
  onClose: () => void
}

/** Asks for a watchlist, or the name of a new one, and what the customer calls the listing. */
function WatchDialog({ cid, placeId, watchlists, onClose }: WatchDialogProps) {
  const { create } = useCreate()
  const { createListings } = useActions()
  const [chosen, setChosen] = useState(watchlists[0]?.id ?? '')
  const [name, setName] = useState('')
  const [labels, setLabels] = useState({ name: '', reference: '' })
  const [error, setError] = useState<typeof create.error>(null)
  const [isFull, setIsFull] = useState(false)
  const id = useId()
  const busy = create.isPending || createListings.isPending
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setError(null)
    setIsFull(false)
    try {
      const list = chosen || (await create.mutateAsync({ name })).id
      // If adding fails, a retry does not create another watchlist.
      setChosen(list)
      const { full } = await createListings.mutateAsync({ id: list, listings: [sentListing({ cid, placeId }, labels)] })
      if (full) setIsFull(true)
      else onClose()
    } catch (error) {
      setError(error as typeof create.error)
    }
  }
  return (
    <FormDialog
      title="Watch this listing"
      description="You can see its changes on the watchlist’s page."
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)} className="mt-5 grid gap-5">
        {watchlists.length > 0 && (
          <Select
            id={`${id}-list`}
            label="Watchlist"
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          >
            {watchlists.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}: {listingsWords(one.total)}
              </option>
            ))}
            <option value="">New watchlist</option>
          </Select>
        )}
        {chosen === '' && (
          <TextField
            id={`${id}-name`}
            label="Name of the new watchlist"
            hint="Listings are checked every week."
            value={name}
            required
            maxLength={longestName}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <TextField
          id={`${id}-listing-name`}
          label="Name of the listing"
          hint="Optional. The name in your own records."
          value={labels.name}
          maxLength={longestLabel}
          onChange={(event) => setLabels({ ...labels, name: event.currentTarget.value })}
        />
        <TextField
          id={`${id}-reference`}
          label="Your reference"
          hint="Optional. Your own number or code for this listing."
          value={labels.reference}
          maxLength={longestLabel}
          onChange={(event) => setLabels({ ...labels, reference: event.currentTarget.value })}
        />
        <ActionProblem error={error} />
        <p role="alert" className="text-sm font-medium text-limit empty:hidden">
          {isFull && 'Your plan allows no more listings. Remove others, or choose a larger plan.'}
        </p>
        <FormActions>
          <Button type="submit" look="primary" busy={busy}>
            <SteadyLabel labels={['Watch', 'Adding']} shown={busy ? 'Adding' : 'Watch'} />
          </Button>
        </FormActions>
      </form>
    </FormDialog>
  )
}

/** Asks for the settings of a watchlist with the listings of a batch. Hidden if watching is off. */
export function WatchBatch({ id }: { id: string }) {
  const batch = useKnownBatch(id)
  const { data } = useOverview()
  const [isOpen, setIsOpen] = useState(false)
  if (!useMayChange() || !data?.isOn || !batch || batch.test) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Watch these listings</Button>
      {isOpen && <NewWatchlist batch={batch} onClose={() => setIsOpen(false)} />}
    </>
  )
}
