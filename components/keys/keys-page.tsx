'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { ActionProblem } from '@/components/problem/action-problem'
import type { Plan } from '@/server/access/plans'
import { type Asking, KeyDialog, useAddressedKey } from './key-dialog'
import { KeyList } from './key-list'
import { type NewKey, NewKeyCard } from './new-key-card'
import { useFirstKey, useKeys } from './use-keys'
import { Welcome } from './welcome'

interface KeysPageProps {
  /** The public address of this server, for the sample call. */
  apiUrl: string
  /** The plan that was just chosen, if the user comes from choosing one. */
  welcome: Plan | null
}

/** Creates, lists, limits, renames, rotates and revokes keys. */
export function KeysPage({ apiUrl, welcome }: KeysPageProps) {
  const router = useRouter()
  const keys = useKeys()
  const { list, createFirst } = keys
  const [made, setMade] = useState<NewKey | null>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const [said, setSaid] = useState('')
  const [revoked, setRevoked] = useState<string | null>(null)
  const copyButton = useRef<HTMLButtonElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useFirstKey(keys, welcome !== null, setMade)

  // The user copies the new key next.
  useEffect(() => {
    if (made) copyButton.current?.focus()
  }, [made])

  // The menu that had the focus is gone with its key.
  useEffect(() => {
    if (revoked) title.current?.focus()
  }, [revoked])

  const ask = (next: Asking) => {
    const { create, rename, setLimits, rotate, revoke } = keys
    for (const action of [create, rename, setLimits, rotate, revoke]) action.reset()
    setSaid('')
    setAsking(next)
  }
  useAddressedKey(list.data, ask)

  return (
    <div className="min-w-0">
      {welcome && <Welcome chosen={welcome} />}
      {made && (
        <NewKeyCard
          made={made}
          apiUrl={apiUrl}
          copyRef={copyButton}
          onLimit={(address) => {
            const key = list.data?.find(({ id }) => id === made.id)
            if (key) ask({ action: 'limits', key, address })
          }}
          onDone={() => {
            setMade(null)
            title.current?.focus()
            if (welcome) router.replace('/keys', { scroll: false })
          }}
        />
      )}
      {createFirst.error && (
        <div className="mb-6">
          <ActionProblem error={createFirst.error} />
        </div>
      )}
      <KeyList
        list={list}
        said={said}
        newFirst={made === null}
        titleRef={title}
        onNew={() => ask({ action: 'new' })}
        onRevokeAll={(chosen) => ask({ action: 'revoke all', keys: chosen })}
        onAction={(action, key) =>
          action === 'errors' ? router.push(`/usage/errors?key=${key.id}`) : ask({ action, key })
        }
      />
      {asking && (
        <KeyDialog
          asking={asking}
          keys={keys}
          onMade={(made) => {
            setAsking(null)
            setMade(made)
          }}
          onChanged={(words) => {
            setAsking(null)
            setSaid(words)
          }}
          onRevoked={({ id, name }) => {
            setAsking(null)
            setRevoked(id)
            setSaid(`“${name}” revoked.`)
            if (made?.id === id) setMade(null)
          }}
          onRevokedAll={(words) => {
            setAsking(null)
            setRevoked(words)
            setSaid(words)
            title.current?.focus()
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  )
}
