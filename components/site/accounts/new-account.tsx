'use client'

import { FormField, nameOf, SendButton, useForm } from '@/components/sign-in/form'
import { FaultNote } from '@/components/sign-in/notes'
import { useTRPCClient } from '@/components/trpc/client'
import { asFault } from './call-fault'
import { switchTo } from './switch-to'

/** A form that creates an account and opens it. */
export function NewAccount() {
  const client = useTRPCClient()
  const { props, busy, fault } = useForm(async (data) => {
    const { id } = await client.accounts.create.mutate({ name: nameOf(data) }).catch((error: unknown) => {
      throw asFault(error)
    })
    await switchTo(id, '/')
    return 'leaving'
  })
  return (
    <section id="new" aria-labelledby="new-title" className="scroll-mt-6">
      <h2 id="new-title" className="text-title font-semibold">
        New account
      </h2>
      <p className="mt-1 max-w-[34rem] text-soft">For another company or project. You own it, and can invite others.</p>
      <form {...props} className="mt-4 grid max-w-[28rem] gap-4">
        <FormField name="name" label="Name" placeholder="Acme Local" idPrefix="account" maxLength={100} fault={fault} />
        <FaultNote fault={fault} />
        <SendButton
          busy={busy}
          action="Create account"
          busyLabel="Creating account"
          className="min-h-10 w-fit px-4! py-2! text-sm!"
        />
      </form>
    </section>
  )
}
