'use client'

import type { Ref } from 'react'
import { CallProblem } from '@/components/problem/call-problem'
import { Card } from '@/components/ui/card'
import { KeyCard } from './key-card'
import type { ApiKey } from './key-facts'
import type { Keys } from './use-keys'

interface KeyListProps {
  list: Keys['list']
  rename: Keys['rename']
  /** The id of the key whose name is being edited. */
  renaming: string | null
  titleRef: Ref<HTMLHeadingElement>
  onRenaming: (id: string | null) => void
  onRename: (key: ApiKey, name: string) => void
  onRotate: (key: ApiKey) => void
  onRevoke: (key: ApiKey) => void
}

/** The account's keys, newest first, with states for loading, error and none. */
export function KeyList({ list, rename, renaming, titleRef, onRenaming, onRename, onRotate, onRevoke }: KeyListProps) {
  const { data, error } = list
  if (error && !data) return <CallProblem error={error} next="/keys" onRetry={() => void list.refetch()} />
  return (
    <section aria-labelledby="keys-title" aria-busy={list.isPending}>
      <h2 ref={titleRef} id="keys-title" tabIndex={-1} className="mb-3 text-title font-semibold outline-none">
        Your keys
      </h2>
      {!data && <PendingKeys />}
      {data?.length === 0 && <NoKeys />}
      <ul className="grid gap-3">
        {data?.map((key) => (
          <li key={key.id}>
            <KeyCard
              apiKey={key}
              renaming={renaming === key.id}
              busy={rename.isPending}
              error={rename.error}
              onStartRename={() => onRenaming(key.id)}
              onStopRename={() => onRenaming(null)}
              onRename={(name) => onRename(key, name)}
              onRotate={() => onRotate(key)}
              onRevoke={() => onRevoke(key)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const NoKeys = () => (
  <div className="rounded-lg border border-dashed border-edge px-4 py-8 sm:px-6">
    <p className="font-medium">No keys yet</p>
    <p className="mt-1 max-w-[30rem] text-soft">
      Give the first one a name and create it. A key for each program makes it easy to see which one calls, and to take
      one away.
    </p>
  </div>
)

/** The shape of the list while it loads. */
const PendingKeys = () => (
  <div aria-hidden="true" className="grid gap-3">
    {['first', 'second'].map((place) => (
      <Card key={place} className="p-5">
        <div className="h-5 w-2/5 rounded-xs bg-sunk" />
        <div className="mt-4 h-4 w-3/5 rounded-xs bg-sunk" />
        <div className="mt-2 h-4 w-1/2 rounded-xs bg-sunk" />
        <div className="mt-5 h-9 w-52 max-w-full rounded-md bg-sunk" />
      </Card>
    ))}
  </div>
)
