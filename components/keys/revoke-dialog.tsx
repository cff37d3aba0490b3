'use client'

import { ActionDialog } from '@/components/problem/action-dialog'
import type { CallError } from '@/components/trpc/client'
import { type ApiKey, usedWords } from './key-facts'
import { KeyStart } from './key-names'

interface RevokeDialogProps {
  apiKey: ApiKey
  busy: boolean
  error: CallError | null
  onRevoke: () => void
  onClose: () => void
}

/** Asks before a key is revoked, and says when it was last used. */
export function RevokeDialog({ apiKey, busy, error, onRevoke, onClose }: RevokeDialogProps) {
  return (
    <ActionDialog
      title={`Revoke “${apiKey.name}”?`}
      description={
        <>
          <KeyStart start={apiKey.start} className="mb-2 block" />
          Calls with this key will be refused. This can’t be undone. {usedWords(apiKey, Date.now() / 1000)}.
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
