'use client'

import type { RegistrationResponseJSON } from '@simplewebauthn/browser'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { dayWords } from '@/components/pricing/plan-words'
import { AuthFault, authCall } from '@/components/sign-in/auth-call'
import { FormField, nameOf, PasswordField, passwordOf, SendButton, useForm } from '@/components/sign-in/form'
import { FaultNote } from '@/components/sign-in/notes'
import { makePasskey, usePasskeys } from '@/components/sign-in/passkey-call'
import { Button } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { browserWords } from '@/server/features/sign-in/browser-words'
import type { OwnPasskey } from '@/server/features/sign-in/own-account'
import { ConfirmDialog } from './confirm-dialog'
import { Section, SectionForm, useSection } from './sections'

interface PasskeysProps {
  passkeys: readonly OwnPasskey[]
  /** The host name that passkeys belong to; null if this server doesn't support passkeys. */
  host: string | null
  hasPassword: boolean
}

type PendingAction = 'add' | { what: 'rename' | 'remove'; passkey: OwnPasskey }

/** The account's passkeys, with ways to add, rename, and remove them. */
export function Passkeys({ passkeys, host, hasPassword }: PasskeysProps) {
  const router = useRouter()
  const usable = usePasskeys(host)
  const [pending, setPending] = useState<PendingAction | null>(null)
  const close = () => setPending(null)
  const hasAny = passkeys.length > 0
  const isForm = !hasAny || pending === 'add'
  const fault = usable === false && whyNot(host)
  return (
    <Section
      id="passkeys"
      value={
        <>
          {hasAny ? howMany(passkeys.length) : 'None. Sign in with your fingerprint, face, or screen lock.'}
          {fault && <p>{fault}</p>}
        </>
      }
      opens={hasAny ? 'Manage' : usable && 'Add'}
      isForm={isForm}
    >
      {isForm ? (
        <AddForm hasPassword={hasPassword} onEnd={close} />
      ) : (
        <>
          <ul className="grid divide-y divide-rule border-y border-rule">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
                <div className="min-w-0">
                  <p className="font-medium [overflow-wrap:anywhere]">{passkey.name}</p>
                  <p className="text-sm text-soft">{datesOf(passkey)}</p>
                </div>
                <div className="flex gap-2">
                  <Button aria-label={`Rename ${passkey.name}`} onClick={() => setPending({ what: 'rename', passkey })}>
                    Rename
                  </Button>
                  <Button aria-label={`Remove ${passkey.name}`} onClick={() => setPending({ what: 'remove', passkey })}>
                    Remove
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          {usable && (
            <Button className="justify-self-start" onClick={() => setPending('add')}>
              Add a passkey
            </Button>
          )}
          {pending?.what === 'rename' && (
            <RenameDialog
              passkey={pending.passkey}
              onRenamed={() => {
                close()
                router.refresh()
              }}
              onClose={close}
            />
          )}
          {pending?.what === 'remove' && (
            <RemoveDialog passkey={pending.passkey} hasPassword={hasPassword} onClose={close} />
          )}
        </>
      )}
    </Section>
  )
}

const howMany = (passkeys: number) => (passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`)

function datesOf({ added, lastUsed }: OwnPasskey): string {
  const use = lastUsed === null ? 'not used yet' : `last used ${dayWords(Date.parse(lastUsed))}`
  return `Added ${dayWords(Date.parse(added))} · ${use}`
}

function whyNot(host: string | null): string {
  if (host === null) return 'Passkeys aren’t available at this address.'
  if (location.hostname !== host) return `Passkeys work at ${host}. Open this page there to add one.`
  return 'This browser doesn’t support passkeys here.'
}

interface AddFormProps {
  hasPassword: boolean
  /** Called when the passkey is added, or on cancel. */
  onEnd: () => void
}

const focus = (field: HTMLInputElement | null) => field?.focus()

/** Adds a passkey: asks for a name and the password, then has the browser create it. */
function AddForm({ hasPassword, onEnd }: AddFormProps) {
  const router = useRouter()
  const { finish } = useSection()
  const registration = useRef<RegistrationResponseJSON | null>(null)
  const form = useForm(async (data) => {
    const name = nameOf(data)
    const proof = hasPassword ? { password: passwordOf(data) } : {}
    registration.current ??= await makePasskey()
    try {
      await authCall('/passkey/verify-registration', { response: registration.current, name, ...proof })
    } catch (error) {
      // After a wrong password, the passkey from the device can be sent again.
      if (!(error instanceof AuthFault && error.field)) registration.current = null
      throw error
    }
    registration.current = null
    form.props.ref.current?.reset()
    onEnd()
    finish(`Passkey “${name}” added.`)
    router.refresh()
    return 'done'
  })
  return (
    <>
      <p>Your browser will ask where to save it: on this device, your phone, or a security key.</p>
      <SectionForm form={form} action="Add" busyLabel="Adding" onCancel={onEnd}>
        <FormField
          ref={focus}
          name="name"
          label="Name"
          idPrefix="passkey"
          maxLength={60}
          defaultValue={browserWords(navigator.userAgent)}
          fault={form.fault}
        />
        {hasPassword && (
          <PasswordField
            name="password"
            label="Password"
            idPrefix="passkey"
            autoComplete="current-password"
            fault={form.fault}
          />
        )}
      </SectionForm>
    </>
  )
}

interface RemoveDialogProps {
  passkey: OwnPasskey
  hasPassword: boolean
  onClose: () => void
}

function RemoveDialog({ passkey: { id, name }, hasPassword, onClose }: RemoveDialogProps) {
  const router = useRouter()
  const { finish } = useSection()
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      description="You’ll no longer be able to sign in with it. You can delete it from your device too."
      action="Remove"
      busyLabel="Removing"
      dismiss="Cancel"
      look="destroy"
      hasPassword={hasPassword}
      onConfirm={async (proof) => {
        await authCall('/passkey/delete-passkey', { id, ...proof })
        onClose()
        finish(`Passkey “${name}” removed.`)
        router.refresh()
        return 'done'
      }}
      onClose={onClose}
    />
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
