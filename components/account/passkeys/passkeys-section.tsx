'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/account/confirm-dialog'
import { dayWords } from '@/components/pricing/plan-words'
import { authCall } from '@/components/sign-in/auth-call'
import { usePasskeys } from '@/components/sign-in/use-passkeys'
import { Button } from '@/components/ui/button'
import type { OwnPasskey } from '@/server/accounts/own-account'
import { AddDialog } from './add-dialog'
import { RenameDialog } from './rename-dialog'

interface PasskeysProps {
  passkeys: readonly OwnPasskey[]
  /** The host name that passkeys belong to; null if this server cannot have any. */
  host: string | null
  hasPassword: boolean
}

type Asking = { what: 'add' } | { what: 'rename' | 'remove'; passkey: OwnPasskey }

/** The account's passkeys, with buttons to add, rename and remove them. */
export function Passkeys({ passkeys, host, hasPassword }: PasskeysProps) {
  const router = useRouter()
  const usable = usePasskeys(host)
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const done = () => {
    close()
    router.refresh()
  }
  return (
    <>
      <p>Sign in with your fingerprint, face or screen lock. No password, no code.</p>
      {passkeys.length > 0 && (
        <ul className="grid divide-y divide-rule border-y border-rule">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0">
                <p className="font-medium [overflow-wrap:anywhere]">{passkey.name}</p>
                <p className="text-sm text-soft">{datesOf(passkey)}</p>
              </div>
              <div className="flex gap-2">
                <Button aria-label={`Rename ${passkey.name}`} onClick={() => setAsking({ what: 'rename', passkey })}>
                  Rename
                </Button>
                <Button aria-label={`Remove ${passkey.name}`} onClick={() => setAsking({ what: 'remove', passkey })}>
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {usable && (
        <Button className="justify-self-start" onClick={() => setAsking({ what: 'add' })}>
          Add a passkey
        </Button>
      )}
      {usable === false && <p className="text-sm text-soft">{whyNot(host)}</p>}
      {asking?.what === 'add' && <AddDialog hasPassword={hasPassword} onAdded={done} onClose={close} />}
      {asking?.what === 'rename' && <RenameDialog passkey={asking.passkey} onRenamed={done} onClose={close} />}
      {asking?.what === 'remove' && (
        <ConfirmDialog
          title={`Remove ${asking.passkey.name}?`}
          description="You’ll no longer be able to sign in with it. You can delete it from your device too."
          action="Remove"
          busyLabel="Removing"
          dismiss="Cancel"
          look="destroy"
          hasPassword={hasPassword}
          onConfirm={async (proof) => {
            await authCall('/passkey/delete-passkey', { id: asking.passkey.id, ...proof })
            done()
            return 'done'
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function datesOf({ added, lastUsed }: OwnPasskey): string {
  const use = lastUsed === null ? 'not used yet' : `last used ${dayWords(Date.parse(lastUsed))}`
  return `Added ${dayWords(Date.parse(added))} · ${use}`
}

function whyNot(host: string | null): string {
  if (host === null) return 'Passkeys aren’t available at this address.'
  if (location.hostname !== host) return `Passkeys work at ${host}. Open this page there to add one.`
  return 'This browser does not support passkeys here.'
}
