'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionProblem } from '@/components/problems/action-problem'
import { AuthFault, authCall } from '@/components/sign-in/auth-call'
import { FormField, PasswordField, passwordOf, SendButton, textOf, useForm } from '@/components/sign-in/form'
import { withQuery } from '@/components/sign-in/next-path'
import { FaultNote } from '@/components/sign-in/notes'
import { useTRPC } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import { Dialog, DialogActions } from '@/components/ui/dialog'
import { download } from '@/components/ui/download'
import { Section } from './sections'

const labels = ['Download', 'Preparing'] as const

/** Saves the person's data as a file and, for an owner, the account's. */
export function DataCopy({ isOwner }: { isOwner: boolean }) {
  const trpc = useTRPC()
  const copy = useMutation(
    trpc.account[isOwner ? 'copy' : 'copyOwn'].mutationOptions({
      onSuccess: (data) => {
        const text = `${JSON.stringify(data, null, 2)}\n`
        download(
          `pinref-${isOwner ? 'account' : 'data'}-${data.copied.slice(0, 10)}.json`,
          new Blob([text], { type: 'application/json' }),
        )
      },
    }),
  )
  return (
    <Section
      id="copy"
      value={
        isOwner
          ? 'Everything we store about you and this account, in one JSON file: how you sign in, your plan, keys, usage, batches, and callbacks. Passwords and the keys themselves aren’t included.'
          : 'Everything we store about you, in one JSON file: how you sign in, your alerts, connected apps, and what you did. An owner can download this account’s data.'
      }
      action={
        <Button aria-label="Download your data" busy={copy.isPending} onClick={() => copy.mutate()}>
          <SteadyLabel labels={labels} shown={labels[copy.isPending ? 1 : 0]} />
        </Button>
      }
      below={<ActionProblem error={copy.error} />}
    />
  )
}

const word = 'delete'

interface DeleteAccountProps {
  /** Whether the account has a password. */
  hasPassword: boolean
  /** Whether the account has a paid plan, which deletion would end. */
  pays: boolean
  /** Whether the person is the only member of their only account, which is then deleted with the sign-in. */
  isAlone: boolean
}

/** Deletes the person, and the accounts that no one else is in, after asking for confirmation. */
export function DeleteAccount(props: DeleteAccountProps) {
  const [pending, setPending] = useState(false)
  return (
    <Section
      id={props.isAlone ? 'delete' : 'delete-person'}
      isDangerous
      value={
        props.isAlone
          ? 'This can’t be undone. All keys stop working immediately. Your usage, batches, plan, and sign-in are deleted.'
          : 'This can’t be undone. You leave all accounts. Accounts that no one else is in are deleted, with their keys.'
      }
      action={
        <>
          <Button
            look="danger"
            aria-label={`Delete ${props.isAlone ? 'account' : 'your sign-in'}`}
            onClick={() => setPending(true)}
          >
            Delete
          </Button>
          {pending && <DeleteDialog {...props} onClose={() => setPending(false)} />}
        </>
      }
    />
  )
}

function DeleteDialog({ hasPassword, pays, isAlone, onClose }: DeleteAccountProps & { onClose: () => void }) {
  const { props, busy, fault } = useForm(async (data) => {
    if (textOf(data, 'confirmation').trim().toLowerCase() !== word) {
      throw new AuthFault(`Type ${word} to continue.`, 'confirmation')
    }
    await authCall('/delete-user', hasPassword ? { password: passwordOf(data) } : {})
    location.assign(withQuery('/sign-in', { notice: 'account-deleted' }))
    return 'leaving'
  })
  return (
    <Dialog
      title={isAlone ? 'Delete this account?' : 'Delete your sign-in?'}
      description={
        <p>
          {isAlone
            ? 'All its keys stop working immediately. This can’t be undone.'
            : 'You leave all accounts, and accounts that no one else is in are deleted. This can’t be undone.'}
          {pays && ' Your plan ends now, and you lose the rest of your paid month.'}
        </p>
      }
      onClose={onClose}
    >
      <form {...props} className="mt-5 grid gap-5">
        <FormField name="confirmation" label={`Type ${word} to confirm`} idPrefix="delete" fault={fault} />
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
            action={isAlone ? 'Delete this account' : 'Delete sign-in'}
            busyLabel={isAlone ? 'Deleting account' : 'Deleting sign-in'}
            look="destroy"
            className=""
          />
        </DialogActions>
      </form>
    </Dialog>
  )
}
