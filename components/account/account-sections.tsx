'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ActionProblem } from '@/components/problems/action-problem'
import { authCall } from '@/components/sign-in/auth-call'
import { FormField, nameOf, PasswordField, passwordOf, SendButton, textOf, useForm } from '@/components/sign-in/form'
import { FaultNote } from '@/components/sign-in/notes'
import { asFault } from '@/components/site/accounts/call-fault'
import { withoutReports } from '@/components/trpc/account-switched'
import { useTRPC, useTRPCClient } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { Switch } from '@/components/ui/switch'
import { Section, SectionForm, useSection } from './sections'

interface NameProps {
  name: string
  isOwner: boolean
}

/** The account's name, which its owners may change. */
export function AccountName({ name, isOwner }: NameProps) {
  const client = useTRPCClient()
  return (
    <Section id="name" value={name} opens={isOwner && 'Change'} isForm>
      <NameForm
        name={name}
        label="Account name"
        onSave={async (next) => {
          await client.account.rename.mutate({ name: next }).catch((error: unknown) => {
            throw asFault(error)
          })
        }}
      />
    </Section>
  )
}

/** The person's own name, which other members see. */
export const PersonName = ({ name }: { name: string }) => (
  <Section id="person" value={name || 'None'} opens="Change" isForm>
    <NameForm
      name={name}
      label="Your name"
      onSave={async (next) => {
        await authCall('/update-user', { name: next })
      }}
    />
  </Section>
)

interface NameFormProps {
  name: string
  label: string
  onSave: (name: string) => Promise<void>
}

function NameForm({ name, label, onSave }: NameFormProps) {
  const router = useRouter()
  const { finish } = useSection()
  const form = useForm(async (data) => {
    const next = nameOf(data)
    await onSave(next)
    finish(`Changed to ${next}.`)
    router.refresh()
    return 'done'
  })
  return (
    <SectionForm form={form} action="Change name" busyLabel="Changing name">
      <FormField name="name" label={label} defaultValue={name} maxLength={100} idPrefix="change" fault={form.fault} />
    </SectionForm>
  )
}

/** An owner's switch that requires a second factor of every member. */
export function Requirement({ isOn }: { isOn: boolean }) {
  const trpc = useTRPC()
  const [on, setOn] = useState(isOn)
  const change = useMutation(
    trpc.account.requireSecondFactor.mutationOptions({ onSuccess: (_, change) => setOn(change.on) }),
  )
  return (
    <Section id="requirement" value={on ? 'Required of all members' : 'Not required'} opens="Change">
      <Switch
        label="Require a second factor"
        hint="Members need two-step verification, or a passkey and no password. Until they set it up, they can do nothing in this account. API keys keep working."
        on={on}
        busy={change.isPending}
        onSwitch={(next) => change.mutate({ on: next })}
      />
      <ActionProblem error={change.error} />
    </Section>
  )
}

interface DeleteThisAccountProps {
  name: string
  /** Whether the person has a password. */
  hasPassword: boolean
  /** Whether the account has a paid plan, which deletion would end. */
  pays: boolean
}

/** Deletes the account after its owner types its name. Its members, and the owner's sign-in, remain. */
export function DeleteThisAccount(props: DeleteThisAccountProps) {
  const [pending, setPending] = useState(false)
  return (
    <Section
      id="delete-account"
      isDangerous
      value="This can’t be undone. All keys stop working immediately. Usage, batches, watchlists, callbacks, and the plan are deleted. The members keep their sign-in and get an email."
      action={
        <>
          <Button look="danger" aria-label="Delete this account" onClick={() => setPending(true)}>
            Delete
          </Button>
          {pending && <DeleteDialog {...props} onClose={() => setPending(false)} />}
        </>
      }
    />
  )
}

function DeleteDialog({ name, hasPassword, pays, onClose }: DeleteThisAccountProps & { onClose: () => void }) {
  const client = useTRPCClient()
  const { props, busy, fault } = useForm(async (data) => {
    const proof = hasPassword ? { password: passwordOf(data) } : {}
    await withoutReports(async () => {
      await client.account.delete.mutate({ name: textOf(data, 'name'), ...proof }).catch((error: unknown) => {
        throw asFault(error)
      })
      location.assign('/accounts')
    })
    return 'leaving'
  })
  return (
    <Dialog
      title={`Delete ${name}?`}
      description={
        <p>
          All its keys stop working immediately. This can’t be undone.
          {pays && ' The plan ends now, and you lose the rest of the paid month.'}
        </p>
      }
      onClose={onClose}
    >
      <form {...props} className="mt-5 grid gap-5">
        <FormField name="name" label={`Type ${name} to confirm`} idPrefix="delete" autoComplete="off" fault={fault} />
        {hasPassword && (
          <PasswordField
            name="password"
            label="Password"
            idPrefix="delete"
            autoComplete="current-password"
            fault={fault}
          />
        )}
        <FaultNote fault={fault} />
        <DialogActions dismiss="Cancel">
          <SendButton
            busy={busy}
            action="Delete this account"
            busyLabel="Deleting account"
            look="destroy"
            className=""
          />
        </DialogActions>
      </form>
    </Dialog>
  )
}
