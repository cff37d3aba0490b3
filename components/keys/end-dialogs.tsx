'use client'

import { useState } from 'react'
import { ActionDialog } from '@/components/problems/action-dialog'
import type { CallError } from '@/components/trpc/client'
import { type ApiKey, dayWords, usedWords } from './key-facts'
import { KeyStart, partsOf } from './key-names'

const overlaps = [
  { days: 0, label: 'Immediately' },
  { days: 1, label: 'In 1 day' },
  { days: 3, label: 'In 3 days' },
  { days: 7, label: 'In 7 days' },
] as const

interface RotateDialogProps {
  apiKey: ApiKey
  busy: boolean
  error: CallError | null
  onRotate: (overlapDays: number) => void
  onClose: () => void
}

/** Replaces a key with a new one and asks how long the old one keeps working. */
export function RotateDialog({ apiKey, busy, error, onRotate, onClose }: RotateDialogProps) {
  const { name, expires } = apiKey
  const [days, setDays] = useState<number>(1)
  const nowSeconds = Date.now() / 1000
  const endsFirst = expires !== null && expires < nowSeconds + days * 86_400
  return (
    <ActionDialog
      title={`Rotate “${name}”`}
      description={
        <>
          <KeyStart {...partsOf(apiKey)} className="mb-2 block" />
          You’ll get a new key with the same name and limits. Switch to it while the old one still works.
        </>
      }
      action="Rotate key"
      busyLabel="Rotating"
      dismiss="Cancel"
      busy={busy}
      error={error}
      onAct={() => onRotate(days)}
      onClose={onClose}
    >
      <fieldset>
        <legend className="mb-1 text-sm font-medium">The old key stops working</legend>
        {overlaps.map((overlap) => (
          <label
            key={overlap.days}
            className="flex min-h-11 items-center gap-3 border-t border-rule first-of-type:border-t-0"
          >
            <input
              type="radio"
              name="overlap"
              className="size-4.5 accent-(--ink)"
              checked={days === overlap.days}
              onChange={() => setDays(overlap.days)}
            />
            {overlap.label}
            <span className="ms-auto text-sm text-soft">
              {overlap.days > 0 && dayWords(nowSeconds + overlap.days * 86_400)}
            </span>
          </label>
        ))}
      </fieldset>
      {endsFirst && days > 0 && (
        <p className="text-sm text-soft">The old key expires before that, on {dayWords(expires)}.</p>
      )}
      {expires !== null && (
        <p className="text-sm text-soft">The new key never expires. You can set an expiration date under “Limits.”</p>
      )}
    </ActionDialog>
  )
}

interface RevokeAllDialogProps {
  keys: readonly ApiKey[]
  revoke: (id: string) => Promise<unknown>
  /** Called with a message about the outcome after all attempts. */
  onDone: (words: string) => void
  onClose: () => void
}

/**
 * Asks for confirmation, then revokes several keys one after another. If a key can't be revoked, the others still are.
 */
export function RevokeAllDialog({ keys, revoke, onDone, onClose }: RevokeAllDialogProps) {
  const [busy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    const failed: string[] = []
    for (const { id, name } of keys) await revoke(id).catch(() => failed.push(`“${name}”`))
    const done = keys.length - failed.length
    const words = `${done} ${done === 1 ? 'key' : 'keys'} revoked.`
    onDone(failed.length === 0 ? words : `${words} Couldn’t revoke ${failed.join(', ')}. Try again.`)
  }
  return (
    <ActionDialog
      title={`Revoke ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}?`}
      description="Calls with these keys will be rejected. This can’t be undone."
      action="Revoke keys"
      busyLabel="Revoking"
      dismiss="Cancel"
      look="destroy"
      busy={busy}
      error={null}
      onAct={() => void act()}
      onClose={onClose}
    >
      <ul className="max-h-60 overflow-y-auto">
        {keys.map((key) => (
          <li key={key.id} className="border-t border-rule py-2 text-sm [overflow-wrap:anywhere] first:border-t-0">
            <span className="font-medium">{key.name}</span> <KeyStart {...partsOf(key)} className="text-soft" />
            <span className="block text-soft">{usedWords(key, Date.now() / 1000)}</span>
          </li>
        ))}
      </ul>
    </ActionDialog>
  )
}

interface RevokeDialogProps {
  apiKey: ApiKey
  busy: boolean
  error: CallError | null
  onRevoke: () => void
  onClose: () => void
}

/** Asks before a key is revoked and shows when it was last used. */
export function RevokeDialog({ apiKey, busy, error, onRevoke, onClose }: RevokeDialogProps) {
  return (
    <ActionDialog
      title={`Revoke “${apiKey.name}”?`}
      description={
        <>
          <KeyStart {...partsOf(apiKey)} className="mb-2 block" />
          Calls with this key will be rejected. This can’t be undone. {usedWords(apiKey, Date.now() / 1000)}.
        </>
      }
      action="Revoke key"
      busyLabel="Revoking"
      dismiss="Cancel"
      look="destroy"
      busy={busy}
      error={error}
      onAct={onRevoke}
      onClose={onClose}
    />
  )
}
