'use client'

import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { usePlans } from '@/components/plans/plans'
import { CallProblem } from '@/components/problem/call-problem'
import { useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { FilterBox } from './filter-box'
import type { ApiKey } from './key-facts'
import { fewKeys, filterKeys } from './key-filter'
import type { KeyAction } from './key-menu'
import { NoKeys, NoMatch, PendingKeys } from './key-states'
import { KeysTable } from './keys-table'
import type { Keys } from './use-keys'

interface KeyListProps {
  list: Keys['list']
  /** The result of the last action, in words. */
  said: string
  /** Whether creating a key is the main action of the page. */
  newFirst: boolean
  titleRef: Ref<HTMLHeadingElement>
  onNew: () => void
  onAction: (action: KeyAction, key: ApiKey) => void
}

/** The account's keys, newest first, with a filter if there are many. Also covers loading, errors and no keys. */
export function KeyList({ list, said, newFirst, titleRef, onNew, onAction }: KeyListProps) {
  const { plans } = usePlans()
  const { data: current } = useQuery(useTRPC().plans.current.queryOptions())
  const quota = plans.find(({ id }) => id === current?.plan)?.monthlyQuota ?? null
  const [filter, setFilter] = useState('')
  const { data, error } = list
  if (error && !data) return <CallProblem error={error} next="/keys" onRetry={() => void list.refetch()} />

  const areMany = data !== undefined && data.length > fewKeys
  const shown = data && areMany ? filterKeys(data, filter) : data
  return (
    <section aria-labelledby="keys-title" aria-busy={list.isPending}>
      <div className="mb-4 flex min-h-12 flex-wrap items-center justify-between gap-3">
        <h2 ref={titleRef} id="keys-title" tabIndex={-1} className="text-title font-semibold outline-none">
          Your keys
        </h2>
        {data && data.length > 0 && (
          <Button look={newFirst ? 'primary' : 'plain'} onClick={onNew} className="min-h-12 px-5! py-2.5!">
            New key
          </Button>
        )}
      </div>
      <p role="status" className="text-sm font-medium [&:not(:empty)]:mb-4 [overflow-wrap:anywhere]">
        {said}
      </p>
      {areMany && <FilterBox text={filter} shown={shown?.length ?? 0} of={data.length} onFilter={setFilter} />}
      {!data && <PendingKeys />}
      {data?.length === 0 && <NoKeys onNew={onNew} />}
      {areMany && shown?.length === 0 && <NoMatch text={filter} onClear={() => setFilter('')} />}
      {data && shown && shown.length > 0 && <KeysTable keys={shown} all={data} quota={quota} onAction={onAction} />}
    </section>
  )
}
