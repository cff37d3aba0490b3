'use client'

import { type FormEvent, useId } from 'react'
import { TextField } from '@/components/ui/field'
import { boxKeys } from './box-keys'
import { BoxLabel } from './box-label'
import { hideKeyboard } from './small-screen'
import type { Convert } from './use-convert'

interface ConvertFormProps {
  convert: Convert
  /** Shows the answer, which is already there. */
  onEnter: () => void
}

/** Converts a CID from decimal to hexadecimal, or back. */
export function ConvertForm({ convert: { cid, setCid, fault }, onEnter }: ConvertFormProps) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    hideKeyboard()
    onEnter()
  }
  return (
    <form onSubmit={submit} className="grid gap-3 p-4 sm:p-5">
      <TextField
        id={id}
        label={<BoxLabel>CID, decimal or hexadecimal</BoxLabel>}
        placeholder="3545450935484072529"
        value={cid}
        enterKeyHint="go"
        data-box
        className="font-mono"
        aria-describedby={`${id}-hint`}
        aria-invalid={fault ? true : undefined}
        onChange={(event) => setCid(event.currentTarget.value)}
        onKeyDown={boxKeys(() => setCid(''))}
      />
      <p id={`${id}-hint`} className={`min-h-11 text-sm ${fault ? 'font-medium text-limit' : 'text-soft'}`}>
        {fault ?? 'Digits alone are decimal; with 0x, or the letters a to f, hexadecimal.'}
      </p>
      <p className="text-sm text-soft">Converted as you type, in your browser. It doesn’t use a lookup.</p>
    </form>
  )
}
