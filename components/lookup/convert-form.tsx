'use client'

import { type FormEvent, useId } from 'react'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { TextField } from '@/components/ui/field'
import { boxKeys } from './box-keys'
import { BoxLabel } from './box-label'
import { FormFoot } from './form-foot'
import { hideKeyboard } from './small-screen'
import type { Convert } from './use-convert'

interface ConvertFormProps {
  convert: Convert
  /** How many lookups are left. */
  left: LookupsLeft | null
}

/** A CID either way: decimal to hexadecimal, and back. */
export function ConvertForm({ convert: { cid, setCid, call, faultId, convert }, left }: ConvertFormProps) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (call.isPending || cid.trim() === '') return
    hideKeyboard()
    convert(cid)
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
        aria-describedby={`${id}-hint${faultId ? ` ${faultId}` : ''}`}
        aria-invalid={faultId ? true : undefined}
        onChange={(event) => setCid(event.currentTarget.value)}
        onKeyDown={boxKeys(() => setCid(''))}
      />
      <p id={`${id}-hint`} className="text-sm text-soft">
        Digits alone are decimal; with 0x, or the letters a to f, hexadecimal.
      </p>
      <FormFoot left={left} busy={call.isPending} action="Convert" busyLabel="Converting" />
    </form>
  )
}
