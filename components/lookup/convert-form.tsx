'use client'

import { type FormEvent, useId } from 'react'
import { TextField } from '@/components/ui/field'
import { boxKeys } from './box-keys'
import { FormFoot } from './form-foot'
import { BoxLabel } from './lookup-form'
import type { LookupsLeft } from './lookups-left'

interface ConvertFormProps {
  cid: string
  busy: boolean
  /** Where the reader's lookups stand. */
  left: LookupsLeft | null
  problemId: string | undefined
  onChange: (cid: string) => void
  onConvert: (cid: string) => void
}

/** A CID either way: decimal to hexadecimal, and back. */
export function ConvertForm({ cid, busy, left, problemId, onChange, onConvert }: ConvertFormProps) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && cid.trim() !== '') onConvert(cid)
  }
  return (
    <form onSubmit={submit} className="grid gap-3 p-4 sm:p-5">
      <TextField
        id={id}
        label={<BoxLabel>CID, decimal or hexadecimal</BoxLabel>}
        placeholder="3545450935484072529"
        value={cid}
        required
        enterKeyHint="go"
        data-box
        className="font-mono"
        aria-describedby={`${id}-hint${problemId ? ` ${problemId}` : ''}`}
        aria-invalid={problemId ? true : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={boxKeys(() => onChange(''))}
      />
      <p id={`${id}-hint`} className="text-sm text-soft">
        Digits alone are read as decimal; with 0x, or with letters a to f, as hexadecimal.
      </p>
      <FormFoot left={left} busy={busy} action="Convert" doing="Converting" />
    </form>
  )
}
