'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MadeBy, type Maker, useMakers } from '@/components/account/made-by'
import { MayChange, useMayChange } from '@/components/account/page-account'
import { useClientFilter } from '@/components/clients/client-field'
import { LocalTime } from '@/components/format/local-time'
import { formatNumber } from '@/components/format/number'
import { TestMark } from '@/components/keys/key-names'
import { ActionProblem } from '@/components/problems/action-problem'
import { CallProblem } from '@/components/problems/problem-card'
import { Button } from '@/components/ui/button'
import { MoreIcon } from '@/components/ui/part-icons'
import { RowMenu } from '@/components/ui/row-menu'
import { Cell, Row, RowTable } from '@/components/ui/row-table'
import { SiteLink } from '@/components/ui/site-link'
import { NewWatchlist } from './new-watchlist'
import { DeleteDialog, SettingsDialog } from './settings-dialog'
import { useActions, useOverview, useWatchableBatches } from './use-watchlists'
import {
  changesWords,
  foundIn,
  isLimited,
  listingsWords,
  periodWords,
  stateWords,
  type Watchlist,
  watchedWords,
  watchlistAddress,
} from './watchlist'

/** Opens the dialog for a new watchlist; hidden until this server is known to watch listings. */
export function NewWatchlistButton() {
  const { data } = useOverview()
  const router = useRouter()
  const isAddressed = useSearchParams().get('action') === 'new'
  const [isOpen, setIsOpen] = useState(false)
  const mayChange = useMayChange()
  const isOn = mayChange && data?.isOn === true
  useEffect(() => {
    if (!isOn || !isAddressed) return
    setIsOpen(true)
    router.replace('/watchlists', { scroll: false })
  }, [isOn, isAddressed, router])
  if (!mayChange) return null
  return (
    <>
      <Button
        look="primary"
        className={`px-4! py-2! text-sm! ${isOn && data.watchlists.length > 0 ? '' : 'invisible'}`}
        onClick={() => setIsOpen(true)}
      >
        New watchlist
      </Button>
      {isOpen && <NewWatchlist onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** The actions on a watchlist in the list. */
type RowAction = 'settings' | 'pause' | 'resume' | 'delete'

/** The account's watchlists, newest first. */
export function WatchlistList() {
  const overview = useOverview()
  const { pause, resume } = useActions()
  const [pending, setPending] = useState<{ action: 'settings' | 'delete'; watchlist: Watchlist } | null>(null)
  const [message, setMessage] = useState('')
  const [deletedId, setDeletedId] = useState<string | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const makers = useMakers(overview.data?.watchlists.map(({ id }) => id) ?? [])

  // Deleting a row removes the menu that had focus.
  useEffect(() => {
    if (deletedId) title.current?.focus()
  }, [deletedId])

  const { data, error } = overview
  const clients = useClientFilter(data?.watchlists ?? [])
  if (error && !data) return <CallProblem error={error} next="/watchlists" onRetry={() => void overview.refetch()} />
  if (data === undefined) return <div aria-hidden="true" className="h-40 rounded-lg bg-sunk" />
  if (data === null) return <TurnedOff />
  const { watchlists, watched, isOn } = data
  if (watchlists.length === 0 && message === '') return <NoWatchlists />

  const close = () => setPending(null)
  const act = (action: RowAction, watchlist: Watchlist) => {
    setMessage('')
    const { id, name } = watchlist
    if (action === 'pause') pause.mutate({ id }, { onSuccess: () => setMessage(`“${name}” paused.`) })
    else if (action === 'resume') resume.mutate({ id }, { onSuccess: () => setMessage(`“${name}” resumed.`) })
    else setPending({ action, watchlist })
  }
  return (
    <section aria-labelledby="watchlists-title">
      <h2 ref={title} id="watchlists-title" tabIndex={-1} className="sr-only">
        Your watchlists
      </h2>
      {!isOn && <OffNote />}
      <p className="mb-4 text-sm text-soft tabular-nums">
        {watchedWords(watched)}.
        {isLimited(watched.most) && watched.listings >= watched.most && (
          <>
            {' '}
            <SiteLink href="/pricing" className={link}>
              Compare plans
            </SiteLink>
          </>
        )}
      </p>
      <ActionProblem error={pause.error ?? resume.error} />
      <p role="status" className="text-sm font-medium [&:not(:empty)]:mb-4">
        {message}
      </p>
      {clients.filter}
      {watchlists.length > 0 && (
        <RowTable
          caption="Your watchlists, newest first"
          columns={['Watchlist', 'Listings', 'Last check', 'Changes in 30 days', 'Status']}
          headClassName="whitespace-nowrap md:max-lg:nth-3:hidden nth-2:pe-8 nth-2:text-right"
          isDense
        >
          {clients.shown.map((one) => (
            <WatchlistRow key={one.id} watchlist={one} maker={makers[one.id]} onAction={(action) => act(action, one)} />
          ))}
        </RowTable>
      )}
      {pending?.action === 'settings' && (
        <SettingsDialog
          watchlist={pending.watchlist}
          onSaved={() => {
            close()
            setMessage('Settings saved.')
          }}
          onClose={close}
        />
      )}
      {pending?.action === 'delete' && (
        <DeleteDialog
          watchlist={pending.watchlist}
          onDeleted={() => {
            close()
            setDeletedId(pending.watchlist.id)
            setMessage('Watchlist deleted.')
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

const link = 'font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink'

interface WatchlistRowProps {
  watchlist: Watchlist
  maker: Maker
  onAction: (action: RowAction) => void
}

function WatchlistRow({ watchlist, maker, onAction }: WatchlistRowProps) {
  const { id, name, period, test, listing_counts, last_checked_at, changes, state } = watchlist
  return (
    <Row
      head={
        <>
          <SiteLink
            href={watchlistAddress(id)}
            className="text-[0.9375rem] font-semibold underline decoration-edge underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink"
          >
            <bdi>{name}</bdi>
          </SiteLink>
          {test && <TestMark />}
          <span className="text-soft max-md:block md:ms-2 md:max-xl:hidden">{periodWords[period]}</span>
          {watchlist.client && <span className="block text-soft [overflow-wrap:anywhere]">for {watchlist.client}</span>}
          <MadeBy maker={maker} className="block" />
        </>
      }
      menu={
        <MayChange>
          <RowMenu<RowAction>
            label={`Actions for “${name}”`}
            actions={[
              ['settings', 'Settings'],
              state === 'paused' ? ['resume', 'Resume'] : ['pause', 'Pause'],
              ['delete', 'Delete', 'danger'],
            ]}
            onAction={onAction}
            className="min-w-10 border-transparent! bg-transparent! px-2.5! hover:border-edge!"
          >
            <MoreIcon />
          </RowMenu>
        </MayChange>
      }
    >
      <Cell label="Listings" className="md:pe-8! md:text-right">
        {formatNumber(listing_counts.total)}
      </Cell>
      <Cell label="Last check" className="md:whitespace-nowrap md:max-lg:hidden">
        {last_checked_at === null ? 'Not yet' : <LocalTime at={last_checked_at} />}
      </Cell>
      <Cell label="Last 30 days">{changesWords(changes)}</Cell>
      <Cell label="Status" className="md:whitespace-nowrap">
        {stateWords(watchlist)}
      </Cell>
    </Row>
  )
}

/** Shows what a watchlist does, and how to get one. */
function NoWatchlists() {
  const batch = useWatchableBatches()?.[0]
  const [from, setFrom] = useState<'batch' | 'list' | null>(null)
  return (
    <Dashed>
      <p className="font-medium">No watchlists yet</p>
      <p className="mt-1 max-w-[36rem] text-soft">
        A watchlist checks your listings every week or month and tells you which have moved to new identifiers or are
        gone from Google Maps.
      </p>
      <MayChange>
        <div className="mt-4 flex flex-wrap gap-2">
          {batch && (
            <Button look="primary" className="px-4! py-2! text-sm!" onClick={() => setFrom('batch')}>
              Watch the {listingsWords(foundIn(batch))} in {batch.name === null ? 'your last batch' : `“${batch.name}”`}
            </Button>
          )}
          <Button
            {...(!batch && { look: 'primary', className: 'px-4! py-2! text-sm!' })}
            onClick={() => setFrom('list')}
          >
            Paste a list
          </Button>
        </div>
      </MayChange>
      {from && <NewWatchlist {...(from === 'batch' && batch && { batch })} onClose={() => setFrom(null)} />}
    </Dashed>
  )
}

const Dashed = ({ children }: { children: ReactNode }) => (
  <div className="rounded-lg border border-dashed border-edge px-4 py-8 sm:px-6">{children}</div>
)

const TurnedOff = () => (
  <Dashed>
    <p className="font-medium">Watchlists are turned off on this server</p>
    <p className="mt-1 max-w-[36rem] text-soft">
      You can still{' '}
      <SiteLink href="/bulk" className={link}>
        check a list for stale ids
      </SiteLink>{' '}
      yourself.
    </p>
  </Dashed>
)

const OffNote = () => (
  <p className="mb-4 rounded-md bg-limit-wash px-4 py-3 text-sm">
    Watchlists are turned off on this server. Yours remain, but their listings aren’t checked.
  </p>
)
