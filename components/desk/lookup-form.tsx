'use client'

import { type FormEvent, useId } from 'react'
import { TextBox } from '@/components/ui/field'
import { CheckIcon, StrayIcon } from '@/components/ui/icons'
import { boxKeys } from './box-keys'
import { FormFoot } from './form-foot'
import type { Reading } from './reading'
import type { Calls } from './use-calls'
import { useReading } from './use-reading'

interface LookupFormProps {
  text: string
  busy: boolean
  /** Where the visitor's free lookups stand. */
  free: Calls['free']
  /** The id of the problem that the text met with, if it did. */
  problemId: string | undefined
  onChange: (text: string) => void
  onLookUp: (text: string) => void
}

/** One box that takes anything that points at a listing, and says what it took it for. */
export function LookupForm({ text, busy, free, problemId, onChange, onLookUp }: LookupFormProps) {
  const id = useId()
  // Once the text has met with a problem, that says what is to be said.
  const reading = useReading(problemId ? '' : text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && text.trim() !== '') onLookUp(text)
  }
  return (
    <form onSubmit={submit} className="grid gap-3 p-4 sm:p-5">
      <TextBox
        id={id}
        name="q"
        rows={3}
        label={<BoxLabel>A link to a listing, a place id or a CID</BoxLabel>}
        placeholder="https://maps.app.goo.gl/…"
        value={text}
        required
        enterKeyHint="go"
        data-box
        aria-describedby={`${id}-reading${problemId ? ` ${problemId}` : ''}`}
        aria-invalid={problemId ? true : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={boxKeys(() => onChange(''))}
      />
      <p id={`${id}-reading`} aria-live="polite" className="min-h-10 text-sm text-soft">
        {reading ? <ReadingNote reading={reading} /> : 'Share text around a link is fine too.'}
      </p>
      <FormFoot free={free} busy={busy} action="Look up" doing="Looking up" />
    </form>
  )
}

/** A check where the text points at a listing; advice where it does not yet. */
function ReadingNote({ reading: { understood, words } }: { reading: Reading }) {
  return (
    <span className="flex gap-1.5">
      <span className={`mt-0.5 ${understood ? 'text-done' : 'text-soft'}`}>
        {understood ? <CheckIcon /> : <StrayIcon />}
      </span>
      <span className={`[overflow-wrap:anywhere] ${understood ? 'text-ink' : ''}`}>{words}</span>
    </span>
  )
}

/** A label, and the key that leads to its box. */
export function BoxLabel({ children }: { children: string }) {
  return (
    <span className="flex items-baseline justify-between gap-2">
      {children}
      <kbd className="rounded-xs border border-rule px-1.5 font-mono text-xs font-normal text-soft pointer-coarse:hidden">
        /
      </kbd>
    </span>
  )
}
