'use client'

import { type FormEvent, useId } from 'react'
import { keepDraft } from '@/components/bulk/kept'
import { TextBox } from '@/components/ui/field'
import { CheckIcon, StrayIcon } from '@/components/ui/icons'
import { useTypedBefore } from '@/components/ui/use-typed-before'
import { boxKeys } from './box-keys'
import { FormFoot } from './form-foot'
import type { LookupsLeft } from './lookups-left'
import type { Reading } from './reading'
import { useReading } from './use-reading'

interface LookupFormProps {
  text: string
  busy: boolean
  /** Where the reader's lookups stand. */
  left: LookupsLeft | null
  /** The id of the problem that the text met with, if it did. */
  problemId: string | undefined
  onChange: (text: string) => void
  onLookUp: (text: string) => void
  /** Leads to the conversion of a CID. */
  onConvert: (cid: string) => void
}

/** One box that takes anything that points at a listing, and says what it took it for. */
export function LookupForm({ text, busy, left, problemId, onChange, onLookUp, onConvert }: LookupFormProps) {
  const id = useId()
  const box = useTypedBefore<HTMLTextAreaElement>(text, onChange)
  // Once the text has met with a problem, that says what is to be said.
  const reading = useReading(problemId ? '' : text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && text.trim() !== '') onLookUp(text)
  }
  return (
    <form onSubmit={submit} className="grid gap-3 p-4 sm:p-5">
      <TextBox
        ref={box}
        id={id}
        name="q"
        rows={3}
        label={<BoxLabel>A link to a listing, an identifier or a name</BoxLabel>}
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
      <p id={`${id}-reading`} aria-live="polite" className="min-h-11 text-sm text-soft">
        {reading ? (
          <ReadingNote reading={reading} text={text} onConvert={onConvert} />
        ) : (
          'A share link, a place id, a CID, or a name to search for.'
        )}
      </p>
      <FormFoot left={left} busy={busy} action="Look up" doing="Looking up" />
    </form>
  )
}

interface ReadingNoteProps {
  reading: Reading
  text: string
  onConvert: (cid: string) => void
}

/** A check where the text will be answered; advice where it does not point at anything yet. And the other way, if any. */
function ReadingNote({ reading: { understood, words, cid, several }, text, onConvert }: ReadingNoteProps) {
  return (
    <span className="flex gap-1.5">
      <span className={`mt-0.5 ${understood ? 'text-done' : 'text-soft'}`}>
        {understood ? <CheckIcon /> : <StrayIcon />}
      </span>
      <span className={`[overflow-wrap:anywhere] ${understood ? 'text-ink' : ''}`}>
        {words}
        {cid && (
          <>
            {' '}
            <button type="button" onClick={() => onConvert(cid)} className={otherWay}>
              Only convert it
            </button>
          </>
        )}
        {several && (
          <>
            {' '}
            <a href="/bulk" onClick={() => keepDraft(sessionStorage, text)} className={otherWay}>
              Look them up in bulk
            </a>
          </>
        )}
      </span>
    </span>
  )
}

const otherWay = 'font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink'

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
