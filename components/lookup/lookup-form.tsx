'use client'

import { type FormEvent, useId } from 'react'
import { detailWords } from '@/components/listings/detail-levels'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { useReading } from '@/components/reading/use-reading'
import { Select, TextBox } from '@/components/ui/field'
import { useTypedBeforeHydration } from '@/components/ui/typing'
import { readLookupOptions } from '@/server/places/upstream/lookup-options'
import { BoxLabel, boxKeys, FormFoot } from './form-parts'
import type { Lookup } from './use-lookup'

interface LookupFormProps {
  lookup: Lookup
  /** How many lookups are left. */
  left: LookupsLeft | null
  /** Converts a CID instead of looking it up. */
  onConvert: (cid: string) => void
  /** The parts that only an active user needs; null until they are loaded. */
  parts: typeof import('./parts') | null
}

/** A box for any text that identifies a listing, with a note on how the text was recognized. */
export function LookupForm({ lookup, left, onConvert, parts }: LookupFormProps) {
  const { text, setText, options, setOptions, busy, faultId, lookUp, sent, answer } = lookup
  const id = useId()
  const box = useTypedBeforeHydration<HTMLTextAreaElement>(text, setText)
  // If the text has a problem, only the problem describes it.
  const reading = useReading(faultId ? '' : text)
  const isAnswered = answer.status === 'success' && text === sent.text
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && text.trim() !== '') void lookUp(text)
  }
  return (
    <form onSubmit={submit} className="grid gap-3 p-4 sm:p-5">
      <TextBox
        ref={box}
        id={id}
        name="q"
        rows={3}
        label={<BoxLabel>Maps link, identifier, or name</BoxLabel>}
        placeholder="https://maps.app.goo.gl/…"
        value={text}
        required
        enterKeyHint="go"
        data-box
        aria-describedby={`${id}-reading${faultId ? ` ${faultId}` : ''}`}
        aria-invalid={faultId ? true : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={boxKeys(() => setText(''))}
      />
      <p id={`${id}-reading`} aria-live="polite" className="min-h-11 text-sm text-soft">
        {reading && parts ? (
          <parts.ReadingNote reading={reading} onConvert={onConvert} />
        ) : (
          'A share link, place id, CID, or name to search for.'
        )}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Select
          id={`${id}-details`}
          label="Details"
          name="details"
          value={options.details}
          onChange={(event) => setOptions(readLookupOptions({ ...options, details: event.currentTarget.value }))}
        >
          {shownLevels.map((level) => (
            <option key={level} value={level}>
              {detailWords[level]}
            </option>
          ))}
        </Select>
        {options.details === 'full' &&
          (parts ? (
            <parts.LanguageChoice
              language={options.language}
              onChoose={() => setOptions({ ...options, language: '' })}
            />
          ) : (
            <Select id={`${id}-language`} label="Language">
              <option>Your browser’s</option>
            </Select>
          ))}
      </div>
      {/* Distinguishes a form submitted before hydration from a shared link. */}
      <input type="hidden" name="sent" value="1" />
      <FormFoot
        left={left}
        busy={busy}
        action="Look up"
        busyLabel="Looking up"
        withoutLookup={reading?.kind === 'listing' && !isAnswered ? 'Show identifiers' : null}
      />
    </form>
  )
}

const shownLevels = ['full', 'checked', 'none'] as const
