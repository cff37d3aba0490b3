'use client'

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { ClientField, typedClient } from '@/components/clients/client-field'
import { ActionProblem } from '@/components/problems/action-problem'
import type { CallError } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import { FormActions, FormDialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { ChevronIcon } from '@/components/ui/icons'
import { type FieldFaults, useFaults } from './faults'
import { type ApiKey, expiryWords } from './key-facts'
import { KeyStart, partsOf } from './key-names'
import { type LimitFields, limitFieldsOf, noLimits, readLimits } from './limit-fields'
import { ExpiryField, KindField, LimitInputs } from './limit-inputs'
import type { KeyInput, LimitsInput } from './use-keys'

interface KeyFormDialogProps {
  title: string
  description: ReactNode
  children: ReactNode
  /** The label of the button: "Create key", and "Creating" while busy. */
  action: string
  busyLabel: string
  busy: boolean
  error: CallError | null
  /** The fields' errors, in a new object for each attempt. The first invalid field gets the focus. */
  faults: FieldFaults
  onSubmit: () => void
  onClose: () => void
}

/** The dialog for a key's name or limits. Field errors are shown with their fields, other errors above the buttons. */
function KeyFormDialog(props: KeyFormDialogProps) {
  const { title, description, children, action, busyLabel, busy, error, faults, onSubmit, onClose } = props
  const form = useRef<HTMLFormElement>(null)
  const isAtField = Object.keys(faults).length > 0
  useEffect(() => {
    if (Object.keys(faults).length === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const folded = first?.closest('details')
    if (folded) folded.open = true
    first?.focus()
  }, [faults])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <FormDialog title={title} description={description} onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate className="mt-5 grid gap-5">
        {children}
        <ActionProblem error={isAtField ? null : error} />
        <FormActions>
          <Button type="submit" look="primary" busy={busy}>
            <SteadyLabel labels={[action, busyLabel]} shown={busy ? busyLabel : action} />
          </Button>
        </FormActions>
      </form>
    </FormDialog>
  )
}

interface NewKeyDialogProps {
  busy: boolean
  error: CallError | null
  onCreate: (key: KeyInput) => void
  onClose: () => void
}

/** Creates a key: its name, type, expiration, and limits. */
export function NewKeyDialog({ busy, error, onCreate, onClose }: NewKeyDialogProps) {
  const id = useId()
  const [name, setName] = useState('')
  const [client, setClient] = useState('')
  const [test, setTest] = useState(false)
  const [fields, setFields] = useState<LimitFields>(noLimits)
  const { faults, refuse, send } = useFaults(error)
  const change = (change: Partial<LimitFields>) => setFields((before) => ({ ...before, ...change }))
  const submit = () => {
    const read = readLimits(fields, !test, Date.now())
    const nameless = name.trim() === '' && { name: 'Enter a name.' }
    if (nameless || 'faults' in read) return refuse({ ...nameless, ...('faults' in read && read.faults) })
    send(read.lines)
    onCreate({ name, test, client: typedClient(client), ...read.limits })
  }
  return (
    <KeyFormDialog
      title="New key"
      description="Create one key per program, so you can revoke it without affecting the others."
      action="Create key"
      busyLabel="Creating"
      busy={busy}
      error={error}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        id={`${id}-name`}
        label="Name"
        placeholder="Production backend"
        value={name}
        required
        maxLength={60}
        fault={faults.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ClientField value={client} fault={faults.client} onChange={setClient} />
      <KindField test={test} onChoose={setTest} />
      <ExpiryField {...fields} now={null} fault={faults.expires} onChange={change} />
      <details className="group border-y border-rule">
        <summary className="flex min-h-12 list-none items-center gap-2 font-medium">
          Limits
          <span className="text-sm font-normal text-soft">operations, calls, addresses</span>
          <span className="ms-auto text-soft transition-transform duration-150 group-open:rotate-180">
            <ChevronIcon />
          </span>
        </summary>
        <div className="pt-2 pb-5">
          <LimitInputs fields={fields} counted={!test} faults={faults} onChange={change} />
        </div>
      </details>
    </KeyFormDialog>
  )
}

interface LimitsDialogProps {
  apiKey: ApiKey
  /** Filled in as the only address, to limit the key to the address it was used from. */
  address: string | undefined
  busy: boolean
  error: CallError | null
  onSave: (limits: LimitsInput) => void
  onClose: () => void
}

/** Changes a key's limits and expiration. */
export function LimitsDialog({ apiKey, address, busy, error, onSave, onClose }: LimitsDialogProps) {
  const { name, expires, test } = apiKey
  const [fields, setFields] = useState<LimitFields>(() => ({
    ...limitFieldsOf(apiKey),
    ...(address !== undefined && { addresses: address }),
  }))
  const { faults, refuse, send } = useFaults(error)
  const change = (change: Partial<LimitFields>) => setFields((before) => ({ ...before, ...change }))
  const submit = () => {
    const read = readLimits(fields, !test, Date.now())
    if ('faults' in read) return refuse(read.faults)
    send(read.lines)
    onSave({ id: apiKey.id, ...read.limits })
  }
  return (
    <KeyFormDialog
      title={`Limits for “${name}”`}
      description={
        <>
          <KeyStart {...partsOf(apiKey)} className="mb-2 block" />
          Changes take effect on the next call. Clear a field to remove that limit.
        </>
      }
      action="Save limits"
      busyLabel="Saving"
      busy={busy}
      error={error}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <ExpiryField
        {...fields}
        now={expires === null ? null : expiryWords(apiKey, Date.now() / 1000)}
        fault={faults.expires}
        onChange={change}
      />
      <LimitInputs fields={fields} counted={!test} faults={faults} onChange={change} />
    </KeyFormDialog>
  )
}

interface RenameDialogProps {
  apiKey: ApiKey
  busy: boolean
  error: CallError | null
  onRename: (name: string, client: string | null) => void
  onClose: () => void
}

/** Changes a key's name and client. */
export function RenameDialog({ apiKey, busy, error, onRename, onClose }: RenameDialogProps) {
  const { name } = apiKey
  const id = useId()
  const [text, setText] = useState(name)
  const [client, setClient] = useState(apiKey.client ?? '')
  const { faults, refuse, send } = useFaults(error)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  const submit = () => {
    if (text.trim() === '') return refuse({ name: 'Enter a name.' })
    if (text.trim() === name && typedClient(client) === apiKey.client) return onClose()
    send()
    onRename(text, typedClient(client))
  }
  return (
    <KeyFormDialog
      title={`Rename “${name}”`}
      description={<KeyStart {...partsOf(apiKey)} />}
      action="Save"
      busyLabel="Saving"
      busy={busy}
      error={error}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={field}
        id={id}
        label="New name"
        value={text}
        required
        maxLength={60}
        fault={faults.name}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ClientField value={client} fault={faults.client} onChange={setClient} />
    </KeyFormDialog>
  )
}
