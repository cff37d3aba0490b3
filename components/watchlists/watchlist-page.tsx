'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MadeBy, useMakers } from '@/components/account/made-by'
import { MayChange, useMayChange } from '@/components/account/page-account'
import { LocalTime } from '@/components/format/local-time'
import { TestMark } from '@/components/keys/key-names'
import { ActionProblem } from '@/components/problems/action-problem'
import { CallProblem } from '@/components/problems/problem-card'
import { untilWords } from '@/components/problems/until'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { MoreIcon } from '@/components/ui/part-icons'
import { RowMenu } from '@/components/ui/row-menu'
import { SiteLink } from '@/components/ui/site-link'
import { AddListings } from './add-listings'
import { Changes } from './changes'
import { CheckDays } from './check-days'
import { ListingTable } from './listing-table'
import { Notices } from './notices'
import { DeleteDialog, SettingsDialog } from './settings-dialog'
import { useActions, useKnownWatchlist, useWatchlist } from './use-watchlists'
import {
  auditAddress,
  diffWords,
  periodWords,
  titleParts,
  type WatchEvent,
  type Watchlist,
  watchlistAddress,
} from './watchlist'

interface WatchlistTitleProps {
  id: string
  /** The parts of the title when the page was rendered. */
  initial: readonly string[]
}

/** The title of a watchlist's page, which updates with the watchlist. */
export function WatchlistTitle({ id, initial }: WatchlistTitleProps) {
  const watchlist = useKnownWatchlist(id)
  const [name, ...happened] = watchlist ? titleParts(watchlist) : initial
  const words = [name, ...happened].join(': ')
  useEffect(() => {
    document.title = `${words} · Pinref`
  }, [words])
  return (
    <span data-live className="tabular-nums">
      <bdi>{name}</bdi>
      {happened.map((one) => `: ${one}`)}
    </span>
  )
}

/** The actions on a page's watchlist. */
type MenuAction = 'settings' | 'pause' | 'resume' | 'delete'

/** The actions beside the title. */
export function WatchlistActions({ id }: { id: string }) {
  const watchlist = useKnownWatchlist(id)
  const router = useRouter()
  const { pause, resume } = useActions()
  const [pending, setPending] = useState<'settings' | 'delete' | null>(null)
  const [message, setMessage] = useState('')
  const act = (action: MenuAction) => {
    setMessage('')
    if (action === 'pause') pause.mutate({ id }, { onSuccess: () => setMessage('Watchlist paused.') })
    else if (action === 'resume') resume.mutate({ id }, { onSuccess: () => setMessage('Watchlist resumed.') })
    else setPending(action)
  }
  const close = () => setPending(null)
  return (
    <div className="flex shrink-0 items-center gap-4">
      <SiteLink
        href={auditAddress(id)}
        className="text-sm underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        Audit
      </SiteLink>
      <SiteLink
        href="/watchlists"
        className="text-sm underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        All watchlists
      </SiteLink>
      <MayChange>
        {watchlist ? (
          <RowMenu<MenuAction>
            label="Actions for this watchlist"
            actions={[
              ['settings', 'Settings'],
              watchlist.state === 'paused' ? ['resume', 'Resume'] : ['pause', 'Pause'],
              ['delete', 'Delete', 'danger'],
            ]}
            onAction={act}
            className="min-w-10"
          >
            <MoreIcon />
            <span className="max-sm:sr-only">Actions</span>
          </RowMenu>
        ) : (
          <span className="min-h-10" />
        )}
      </MayChange>
      <p role="status" className="sr-only">
        {message}
      </p>
      {watchlist && pending === 'settings' && (
        <SettingsDialog
          watchlist={watchlist}
          onSaved={() => {
            close()
            setMessage('Settings saved.')
          }}
          onClose={close}
        />
      )}
      {watchlist && pending === 'delete' && (
        <DeleteDialog watchlist={watchlist} onDeleted={() => router.push('/watchlists')} onClose={close} />
      )}
    </div>
  )
}

interface WatchlistPageProps {
  id: string
  /** The base URL of the links to listings. */
  mapHost: string
}

/** One watchlist: what has changed, its listings, and when they were checked. */
export function WatchlistPage({ id, mapHost }: WatchlistPageProps) {
  const view = useWatchlist(id)
  const { data, error } = view
  if (error && !data)
    return <CallProblem error={error} next={watchlistAddress(id)} onRetry={() => void view.refetch()} />
  if (!data) return <AnswerCard aria-busy="true" className="min-h-64" />
  const { watchlist, days, newest } = data
  return (
    <div className="grid grid-cols-1 gap-6">
      <AnswerCard>
        <Summary watchlist={watchlist} />
        <Notices watchlist={watchlist} />
        <div className="mt-5">
          <Changes watchlist={watchlist} newest={newest} mapHost={mapHost} />
        </div>
      </AnswerCard>
      <Listings watchlist={watchlist} newest={newest} mapHost={mapHost} />
      <CheckDays days={days} />
    </div>
  )
}

/** The difference from the baseline, when it was last checked, and a button that checks it now. */
function Summary({ watchlist }: { watchlist: Watchlist }) {
  const { id, period, closures, digest, test, last_checked_at, next_check_allowed_at, state, listing_counts } =
    watchlist
  const { check } = useActions()
  const maker = useMakers([id])[id]
  const [hasStarted, setHasStarted] = useState(false)
  const waits = next_check_allowed_at === null ? null : untilWords(Date.parse(next_check_allowed_at), Date.now())
  const canCheck = next_check_allowed_at === null && state !== 'paused' && listing_counts.total > 0
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-title font-semibold text-balance tabular-nums">{diffWords(watchlist)}</h2>
          <p className="mt-1 text-sm text-soft">
            {last_checked_at === null ? (
              'Not checked yet'
            ) : (
              <>
                Last check <LocalTime at={last_checked_at} />
              </>
            )}
            {` · Checks: ${periodWords[period].toLowerCase()}`}
            {closures !== 'off' && ` · For closure: ${periodWords[closures].toLowerCase()}`}
            {` · Email: ${digest}`}
            {test && <TestMark />}
            <MadeBy maker={maker} className="block" />
          </p>
        </div>
        <MayChange>
          <Button
            busy={check.isPending}
            disabled={!canCheck}
            className="disabled:cursor-default disabled:text-soft disabled:hover:border-edge"
            onClick={() => check.mutate({ id }, { onSuccess: () => setHasStarted(true) })}
          >
            Check now
          </Button>
        </MayChange>
      </div>
      <ActionProblem error={check.error} />
      <p role="status" className="mt-1 text-sm text-soft empty:hidden">
        {hasStarted && 'Check started. Changes appear here as they are found. '}
        {waits && `You can check all listings again ${waits}.`}
      </p>
    </>
  )
}

interface ListingsProps {
  watchlist: Watchlist
  newest: readonly WatchEvent[]
  mapHost: string
}

/** The listings, and a form that adds more. */
function Listings({ watchlist, newest, mapHost }: ListingsProps) {
  const { id, listing_counts } = watchlist
  const router = useRouter()
  const isAddressed = useSearchParams().has('add')
  const mayChange = useMayChange()
  const [isAdding, setIsAdding] = useState(isAddressed)
  const [message, setMessage] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAddressed) router.replace(watchlistAddress(id), { scroll: false })
  }, [isAddressed, router, id])
  const end = (words: string) => {
    // The button exists only after the form is gone.
    flushSync(() => {
      setIsAdding(false)
      setMessage(words)
    })
    button.current?.focus()
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Listings"
      className="grid scroll-mt-4 grid-cols-1 gap-4 outline-none"
    >
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-title font-semibold">Listings</h2>
        {mayChange && !isAdding && (
          <Button
            ref={button}
            {...(listing_counts.total === 0 && { look: 'primary', className: 'px-4! py-2! text-sm!' })}
            onClick={() => {
              setMessage('')
              setIsAdding(true)
            }}
          >
            Add listings
          </Button>
        )}
      </div>
      {mayChange && isAdding && <AddListings id={id} onAdded={end} onClose={() => end('')} />}
      <p role="status" className="text-sm font-medium empty:hidden">
        {message}
      </p>
      {listing_counts.total > 0 ? (
        <ListingTable
          watchlist={watchlist}
          newest={newest}
          mapHost={mapHost}
          onMessage={setMessage}
          onRemoved={(words) => {
            setMessage(words)
            section.current?.focus()
          }}
        />
      ) : (
        !isAdding && <p className="text-soft">No listings yet. Paste links, place ids, or CIDs, or upload a file.</p>
      )}
    </section>
  )
}
