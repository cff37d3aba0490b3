'use client'

import { type FormEvent, useId, useState } from 'react'
import { ActionProblem } from '@/components/problem/action-problem'
import type { CallError } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'

interface EndpointFormProps {
  /** The URL of the endpoint; empty for none. */
  url: string
  busy: boolean
  error: CallError | null
  onSave: (url: string) => void
}

/** Sets the URL of the endpoint. */
export function EndpointForm({ url, busy, error, onSave }: EndpointFormProps) {
  const id = useId()
  const [text, setText] = useState(url)
  const fault = error?.data?.problem.errors?.find(({ pointer }) => pointer === '/url')?.detail
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSave(text)
  }
  return (
    <form aria-label="Callback address" onSubmit={submit} noValidate className="grid gap-3">
      <TextField
        id={id}
        label="Endpoint URL"
        type="url"
        inputMode="url"
        placeholder="https://example.com/pinref"
        value={text}
        required
        fault={fault}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {!fault && <ActionProblem error={error} />}
      <Button type="submit" busy={busy} className="justify-self-start">
        {url === '' ? 'Add endpoint' : 'Save'}
      </Button>
    </form>
  )
}
