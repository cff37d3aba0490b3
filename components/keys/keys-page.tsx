'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useMayChange } from '@/components/account/page-account'
import { ActionProblem } from '@/components/problems/action-problem'
import type { Plan } from '@/server/metering/access/limits'
import { KeyDialog, type PendingAction, useAddressedKey } from './key-dialog'
import { KeyList } from './key-list'
import { type NewKey, NewKeyCard } from './new-key-card'
import { useFirstKey, useKeys } from './use-keys'
import { Welcome } from './welcome'

interface KeysPageProps {
  /** The public address of this server, for the sample call. */
  apiUrl: string
  /** The plan that the user just chose; null if none. */
  welcome: Plan | null
}

/** Creates, lists, limits, renames, rotates, and revokes keys. */
export function KeysPage({ apiUrl, welcome }: KeysPageProps) {
  const router = useRouter()
  const keys = useKeys()
  const { list, createFirst } = keys
  const [newKey, setNewKey] = useState<NewKey | null>(null)
  const [pending, setPending] = useState<PendingAction | null>(null)
  const [message, setMessage] = useState('')
  const [revoked, setRevoked] = useState<string | null>(null)
  const copyButton = useRef<HTMLButtonElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const mayChange = useMayChange()
  useFirstKey(keys, mayChange && welcome !== null, setNewKey)

  // The user copies the new key next.
  useEffect(() => {
    if (newKey) copyButton.current?.focus()
  }, [newKey])

  // The focused menu disappears with its key.
  useEffect(() => {
    if (revoked) title.current?.focus()
  }, [revoked])

  const ask = (next: PendingAction) => {
    const { create, rename, setLimits, rotate, revoke } = keys
    for (const action of [create, rename, setLimits, rotate, revoke]) action.reset()
    setMessage('')
    setPending(next)
  }
  useAddressedKey(list.data, mayChange ? ask : () => {})

  return (
    <div className="min-w-0">
      {welcome && <Welcome chosen={welcome} />}
      {newKey && (
        <NewKeyCard
          newKey={newKey}
          apiUrl={apiUrl}
          copyRef={copyButton}
          onLimit={(address) => {
            const key = list.data?.find(({ id }) => id === newKey.id)
            if (key) ask({ action: 'limits', key, address })
          }}
          onDone={() => {
            setNewKey(null)
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
        message={message}
        newFirst={newKey === null}
        titleRef={title}
        onNew={() => ask({ action: 'new' })}
        onRevokeAll={(chosen) => ask({ action: 'revoke all', keys: chosen })}
        onAction={(action, key) =>
          action === 'errors' ? router.push(`/usage/errors?key=${key.id}`) : ask({ action, key })
        }
      />
      {pending && (
        <KeyDialog
          pending={pending}
          keys={keys}
          onCreated={(newKey) => {
            setPending(null)
            setNewKey(newKey)
          }}
          onChanged={(words) => {
            setPending(null)
            setMessage(words)
          }}
          onRevoked={({ id, name }) => {
            setPending(null)
            setRevoked(id)
            setMessage(`“${name}” revoked.`)
            if (newKey?.id === id) setNewKey(null)
          }}
          onRevokedAll={(words) => {
            setPending(null)
            setRevoked(words)
            setMessage(words)
            title.current?.focus()
          }}
          onClose={() => setPending(null)}
        />
      )}
    </div>
  )
}
