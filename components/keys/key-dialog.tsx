'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { LimitsDialog, NewKeyDialog, RenameDialog } from './edit-dialogs'
import { RevokeAllDialog, RevokeDialog, RotateDialog } from './end-dialogs'
import { type ApiKey, endOf } from './key-facts'
import { keyWords } from './key-names'
import type { KeyAction } from './keys-table'
import type { NewKey } from './new-key-card'
import type { Keys } from './use-keys'

/** What the user wants to do: create a key, or act on an existing one. */
export type PendingAction =
  | { action: 'new' }
  | { action: 'revoke all'; keys: readonly ApiKey[] }
  | {
      action: Exclude<KeyAction, 'errors'>
      key: ApiKey
      /** The address to limit the key to. */
      address?: string
    }

interface KeyDialogProps {
  pending: PendingAction
  keys: Keys
  /** Each function is called after its action succeeds, and closes the dialog. */
  onCreated: (newKey: NewKey) => void
  onChanged: (words: string) => void
  onRevoked: (key: ApiKey) => void
  onRevokedAll: (words: string) => void
  onClose: () => void
}

export function KeyDialog({ pending, keys, onCreated, onChanged, onRevoked, onRevokedAll, onClose }: KeyDialogProps) {
  const { create, rename, setLimits, rotate, revoke } = keys
  if (pending.action === 'new') {
    return (
      <NewKeyDialog
        {...stateOf(create)}
        onClose={onClose}
        onCreate={(input) => {
          const title = `${input.test ? 'Test key' : 'Key'} “${input.name.trim()}”`
          create.mutate(input, {
            onSuccess: ({ limitNote, ...newKey }) => onCreated({ ...newKey, title, note: limitNote }),
          })
        }}
      />
    )
  }
  if (pending.action === 'revoke all') {
    const revokeOne = (id: string) => revoke.mutateAsync({ id })
    return <RevokeAllDialog keys={pending.keys} revoke={revokeOne} onDone={onRevokedAll} onClose={onClose} />
  }
  const { action, key, address } = pending
  const { id, name } = key
  const dialog = { apiKey: key, onClose }
  switch (action) {
    case 'rename':
      return (
        <RenameDialog
          {...dialog}
          {...stateOf(rename)}
          onRename={(next, client) => {
            const words = next.trim() === name ? `“${name}” saved.` : `“${name}” is now “${next.trim()}”.`
            rename.mutate({ id, name: next, client }, { onSuccess: () => onChanged(words) })
          }}
        />
      )
    case 'limits':
      return (
        <LimitsDialog
          {...dialog}
          {...stateOf(setLimits)}
          address={address}
          onSave={(limits) =>
            setLimits.mutate(limits, {
              onSuccess: ({ limitNote }) => onChanged(`Limits for “${name}” saved. ${limitNote ?? ''}`.trim()),
            })
          }
        />
      )
    case 'rotate':
      return (
        <RotateDialog
          {...dialog}
          {...stateOf(rotate)}
          onRotate={(overlapDays) =>
            rotate.mutate(
              { id, overlapDays },
              {
                onSuccess: (newKey) =>
                  onCreated({ ...newKey, title: `New key “${name}”`, note: null, isRotated: true }),
              },
            )
          }
        />
      )
    case 'revoke':
      return (
        <RevokeDialog
          {...dialog}
          {...stateOf(revoke)}
          onRevoke={() => revoke.mutate({ id }, { onSuccess: () => onRevoked(key) })}
        />
      )
  }
}

/** Whether an action is pending, and why it failed. */
const stateOf = ({ isPending, error }: Pick<Keys['create'], 'isPending' | 'error'>) => ({ busy: isPending, error })

/**
 * Opens the target in the page's URL, which the command menu sets: `?action=new`, an action on the `key`, or with only
 * `key`, that key's row.
 * @param list the keys; undefined until they are loaded.
 */
export function useAddressedKey(list: readonly ApiKey[] | undefined, ask: (pending: PendingAction) => void): void {
  const router = useRouter()
  const params = useSearchParams()
  const [action, id] = [params.get('action'), params.get('key')]
  const latestAsk = useRef(ask)
  useEffect(() => {
    latestAsk.current = ask
  })
  useEffect(() => {
    if (!list || (action === null && id === null)) return
    const key = list.find((one) => one.id === id)
    if (action === 'new') latestAsk.current({ action })
    else if (key && isKeyAction(action) && !(action === 'rotate' && endOf(key, Date.now() / 1000) === 'over'))
      latestAsk.current({ action, key })
    else if (key) focusMenuOf(key)
    router.replace('/keys', { scroll: false })
  }, [list, action, id, router])
}

const isKeyAction = (action: string | null): action is Exclude<KeyAction, 'errors'> =>
  ['rename', 'limits', 'rotate', 'revoke'].some((one) => one === action)

/** Focuses the menu in a key's row, which scrolls the row into view. */
function focusMenuOf(key: ApiKey) {
  const menus = [...document.querySelectorAll<HTMLElement>('[aria-label^="Actions for "]')]
  const named = menus.filter((menu) => menu.ariaLabel?.startsWith(`Actions for ${key.name}`))
  const menu = named.find((menu) => menu.ariaLabel?.includes(keyWords(key))) ?? named[0]
  menu?.focus()
  menu?.scrollIntoView({ block: 'center' })
}
