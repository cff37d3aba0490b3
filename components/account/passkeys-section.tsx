'use client'

import type { RegistrationResponseJSON } from '@simplewebauthn/browser'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { dayWords } from '@/components/pricing/plan-words'
import { authCall } from '@/components/sign-in/auth-call'
import { AuthFault } from '@/components/sign-in/auth-fault'
import { FormField, PasswordField, SendButton } from '@/components/sign-in/fields'
import { nameOf, passwordOf, useForm } from '@/components/sign-in/form'
import { FaultNote } from '@/components/sign-in/notes'
import { makePasskey, usePasskeys } from '@/components/sign-in/passkey-call'
import { Button } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { browserWords } from '@/server/sign-in/browser-words'
import type { OwnPasskey } from '@/server/sign-in/own-account'
import { ConfirmDialog } from './confirm-dialog'

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

interface AddDialogProps {
  hasPassword: boolean
  onAdded: () => void
  onClose: () => void
}

/** Adds a passkey: asks for a name and the password, then has the browser make it. */
function AddDialog({ hasPassword, onAdded, onClose }: AddDialogProps) {
  const made = useRef<RegistrationResponseJSON | null>(null)
  const { props, busy, fault } = useForm(async (data) => {
    const name = nameOf(data)
    const proof = hasPassword ? { password: passwordOf(data) } : {}
    made.current ??= await makePasskey()
    try {
      await authCall('/passkey/verify-registration', { response: made.current, name, ...proof })
    } catch (error) {
      // After a wrong password, the passkey that the device made can be sent again.
      if (!(error instanceof AuthFault && error.field)) made.current = null
      throw error
    }
    onAdded()
    return 'done'
  })
  return (
    <Dialog
      title="Add a passkey"
      description={<p>Your browser will ask where to save it: on this device, on your phone or on a security key.</p>}
      onClose={onClose}
    >
      <form {...props} className="mt-5 grid gap-5">
        <FormField
          name="name"
          label="Name"
          idPrefix="passkey"
          maxLength={60}
          defaultValue={browserWords(navigator.userAgent)}
          fault={fault}
        />
        {hasPassword && (
          <PasswordField
            name="password"
            label="Password"
            idPrefix="passkey"
            autoComplete="current-password"
            fault={fault}
          />
        )}
        <FaultNote fault={fault} />
        <DialogActions dismiss="Cancel">
          <SendButton busy={busy} action="Add" busyLabel="Adding" className="" />
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface RenameDialogProps {
  passkey: OwnPasskey
  onRenamed: () => void
  onClose: () => void
}

function RenameDialog({ passkey: { id, name }, onRenamed, onClose }: RenameDialogProps) {
  const { props, busy, fault } = useForm(async (data) => {
    await authCall('/passkey/update-passkey', { id, name: nameOf(data) })
    onRenamed()
    return 'done'
  })
  return (
    <Dialog title="Rename this passkey" description={<p>Only you see this name.</p>} onClose={onClose}>
      <form {...props} className="mt-5 grid gap-5">
        <FormField name="name" label="Name" idPrefix="passkey" maxLength={60} defaultValue={name} fault={fault} />
        <FaultNote fault={fault} />
        <DialogActions dismiss="Cancel">
          <SendButton busy={busy} action="Save" busyLabel="Saving" className="" />
        </DialogActions>
      </form>
    </Dialog>
  )
}
