'use client'

import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { MayChange } from '@/components/account/page-account'
import { useClientFilter } from '@/components/clients/client-field'
import { usePlans } from '@/components/pricing/plans'
import { CallProblem } from '@/components/problems/problem-card'
import { useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import {
  type ApiKey,
  fewKeys,
  filterKeys,
  hasChip,
  type KeyChip,
  type KeySort,
  keyChips,
  nextSort,
  sortKeys,
} from './key-facts'
import { type KeyAction, KeysTable } from './keys-table'
import type { Keys } from './use-keys'

interface KeyListProps {
  list: Keys['list']
  /** A message with the last action's result. */
  message: string
  /** Whether creating a key is the page's main action. */
  newFirst: boolean
  titleRef: Ref<HTMLHeadingElement>
  onNew: () => void
  onAction: (action: KeyAction, key: ApiKey) => void
  /** Asks for confirmation to revoke these keys. */
  onRevokeAll: (keys: readonly ApiKey[]) => void
}

/** The account's keys, newest first, with a filter if there are many. Also covers loading, errors, and no keys. */
export function KeyList({ list, message, newFirst, titleRef, onNew, onAction, onRevokeAll }: KeyListProps) {
  const { plans } = usePlans()
  const { data: current } = useQuery(useTRPC().plans.current.queryOptions())
  const quota = plans.find(({ id }) => id === current?.plan)?.monthlyQuota ?? null
  const [filter, setFilter] = useState('')
  const [chips, setChips] = useState<ReadonlySet<KeyChip>>(new Set())
  const [sort, setSort] = useState<KeySort>({ by: 'created', direction: 'descending' })
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const { data, error } = list
  const clients = useClientFilter(data ?? [])
  if (error && !data) return <CallProblem error={error} next="/keys" onRetry={() => void list.refetch()} />

  const areMany = data !== undefined && data.length > fewKeys
  const nowSeconds = Date.now() / 1000
  const narrowed = data && clients.shown.filter((key) => [...chips].every((chip) => hasChip(key, chip, nowSeconds)))
  const shown = narrowed && sortKeys(areMany ? filterKeys(narrowed, filter) : narrowed, sort)
  // Revokes only keys that are shown.
  const chosen = shown?.filter(({ id }) => ids.has(id)) ?? []
  const isNarrow = chips.size > 0 || clients.shown.length < (data?.length ?? 0) || (areMany && filter.trim() !== '')
  const clear = () => {
    setFilter('')
    setChips(new Set())
  }
  return (
    <section aria-labelledby="keys-title" aria-busy={list.isPending}>
      <h2 ref={titleRef} id="keys-title" tabIndex={-1} className="sr-only">
        Your keys
      </h2>
      {data && data.length > 0 && (
        // Beside the page's title.
        <MayChange>
          <Button
            look={newFirst ? 'primary' : 'plain'}
            onClick={onNew}
            className="absolute! end-4 top-3 px-4! py-2! text-sm! sm:end-6 lg:end-8 lg:top-6"
          >
            New key
          </Button>
        </MayChange>
      )}
      <p role="status" className="text-sm font-medium [&:not(:empty)]:mb-4 [overflow-wrap:anywhere]">
        {message}
      </p>
      {data && data.length > 1 && (
        <div className="mb-3 flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2">
          <Chips chips={chips} onToggle={(chip) => setChips(toggled(chips, chip))} />
          {areMany && <FilterBox text={filter} shown={shown?.length ?? 0} of={data.length} onFilter={setFilter} />}
          {chosen.length > 0 && (
            <Button look="destroy" onClick={() => onRevokeAll(chosen)} className="ms-auto">
              Revoke {chosen.length} {chosen.length === 1 ? 'key' : 'keys'}
            </Button>
          )}
        </div>
      )}
      {clients.filter}
      {!data && <PendingKeys />}
      {data?.length === 0 && <NoKeys onNew={onNew} />}
      {isNarrow && data && shown?.length === 0 && <NoMatch text={filter} onClear={clear} />}
      {data && shown && shown.length > 0 && (
        <KeysTable
          keys={shown}
          all={data}
          quota={quota}
          sort={sort}
          chosen={ids}
          onSort={(by) => setSort(nextSort(sort, by))}
          onChoose={(id) => setIds(toggled(ids, id))}
          onAction={onAction}
        />
      )}
    </section>
  )
}

const toggled = <Item,>(items: ReadonlySet<Item>, item: Item): ReadonlySet<Item> =>
  items.has(item) ? new Set([...items].filter((one) => one !== item)) : new Set([...items, item])

interface ChipsProps {
  chips: ReadonlySet<KeyChip>
  onToggle: (chip: KeyChip) => void
}

/** Filters the keys; each additional chip narrows the list. */
const Chips = ({ chips, onToggle }: ChipsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
  <div role="group" aria-label="Show only" className="flex flex-wrap gap-1.5">
    {keyChips.map((chip) => (
      <button
        key={chip}
        type="button"
        aria-pressed={chips.has(chip)}
        onClick={() => onToggle(chip)}
        className={classNames(
          'min-h-9 rounded-full border px-3 text-sm font-medium transition-colors duration-150',
          chips.has(chip) ? 'border-ink bg-ink text-sheet' : 'border-edge text-ink hover:border-ink',
        )}
      >
        {chip}
      </button>
    ))}
  </div>
)

interface FilterBoxProps {
  text: string
  shown: number
  of: number
  onFilter: (text: string) => void
}

/** Filters the keys as the user types, and shows how many match. */
const FilterBox = ({ text, shown, of, onFilter }: FilterBoxProps) => (
  // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser yet
  <div role="search" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
    <label className="flex min-w-0 items-center gap-2 text-sm font-medium">
      <span aria-hidden="true">Filter</span>
      <input
        type="text"
        aria-label="Filter keys"
        placeholder="Name, start, or end"
        value={text}
        maxLength={100}
        onChange={(event) => onFilter(event.currentTarget.value)}
        className="min-h-10 w-48 min-w-0 rounded-md border border-edge bg-sheet px-3 font-normal placeholder:text-soft"
      />
    </label>
    <p role="status" className="text-sm text-soft">
      {text.trim() !== '' && shown === 0 ? 'No matching keys.' : `${shown} of ${of} keys`}
    </p>
  </div>
)

/** Shown instead of the table while there are no keys. */
const NoKeys = ({ onNew }: { onNew: () => void }) => (
  <div className="rounded-lg border border-dashed border-edge px-4 py-8 sm:px-6">
    <p className="font-medium">No keys yet</p>
    <p className="mt-1 max-w-[34rem] text-soft">
      Your program sends a key with every call, so the call counts against your plan. With one key per program, you can
      tell calls apart and revoke a key without affecting the others.
    </p>
    <MayChange>
      <Button look="primary" onClick={onNew} className="mt-5">
        New key
      </Button>
    </MayChange>
  </div>
)

/** Shown instead of the table if no key matches the filter and the chips. */
const NoMatch = ({ text, onClear }: { text: string; onClear: () => void }) => (
  <div className="rounded-lg border border-dashed border-edge px-4 py-8 sm:px-6">
    <p className="[overflow-wrap:anywhere]">
      {text.trim() ? `No key has “${text.trim()}” in its name, start, or end.` : 'No keys match these filters.'}
    </p>
    <Button onClick={onClear} className="mt-4">
      Clear filter
    </Button>
  </div>
)

/** The table's skeleton while it loads. */
const PendingKeys = () => (
  <Card aria-hidden="true" className="px-5 py-1">
    {['first', 'second', 'third'].map((place) => (
      <div
        key={place}
        className="flex flex-wrap items-center gap-x-10 gap-y-3 border-b border-rule py-4 last:border-b-0"
      >
        <div className="w-60 max-w-full">
          <div className="h-4 w-3/5 rounded-xs bg-sunk" />
          <div className="mt-2 h-3.5 rounded-xs bg-sunk" />
        </div>
        <div className="h-4 max-w-full grow basis-40 rounded-xs bg-sunk" />
      </div>
    ))}
  </Card>
)
