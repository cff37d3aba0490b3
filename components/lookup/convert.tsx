'use client'

import { type FormEvent, useId } from 'react'
import { ListingDetails } from '@/components/listings/listing-details'
import { AnswerCard } from '@/components/ui/card'
import { TextField } from '@/components/ui/field'
import { useLoaded } from '@/components/ui/loading'
import type { Conversion } from '@/server/features/listings/shapes'
import { EmptyCard } from './answer'
import { BoxLabel, boxKeys } from './form-parts'
import { hideKeyboard } from './screen'
import type { Convert } from './use-convert'

interface ConvertFormProps {
  convert: Convert
  /** Shows the result, which is already on the page. */
  onEnter: () => void
}

/** Converts a CID from decimal to hexadecimal, or back. */
export function ConvertForm({ convert: { cid, setCid, fault, warning }, onEnter }: ConvertFormProps) {
  const id = useId()
  const note = fault ?? warning
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
      <p id={`${id}-hint`} className={`min-h-11 text-sm ${note ? 'font-medium text-limit' : 'text-soft'}`}>
        {note ?? 'Digits alone are read as decimal. Anything with 0x or the letters a–f is hexadecimal.'}
      </p>
      <p className="text-sm text-soft">Converts as you type, in your browser, without using a lookup.</p>
    </form>
  )
}

/** A CID in decimal and hexadecimal, and the API call that returns the same. */
export function ConvertAnswer({ conversion }: { conversion: Conversion | null }) {
  if (!conversion) {
    return (
      <EmptyCard
        title="Decimal and hexadecimal"
        detail="This is pure arithmetic. It doesn’t check that the listing exists."
        fields={['CID, decimal', 'CID, hexadecimal', 'Maps link']}
      />
    )
  }
  const { cid_decimal, ...more } = conversion
  return (
    <>
      <AnswerCard>
        <h2 className="mb-4 text-title font-semibold">Decimal and hexadecimal</h2>
        <ListingDetails listing={{ cid: cid_decimal, ...more }} />
      </AnswerCard>
      <ConvertCall cid={cid_decimal} />
    </>
  )
}

const loadCall = () => import('@/components/listings/samples-panel')

function ConvertCall({ cid }: { cid: string }) {
  const samples = useLoaded(loadCall)
  return (
    <section
      aria-label="Convert over the API"
      className="mt-6 min-h-64 rounded-lg border border-rule bg-sheet px-4 pt-3 pb-5 sm:px-6"
    >
      <h3 className="mb-3 font-semibold">Convert over the API</h3>
      {samples && <samples.SamplesPanel request={{ path: '/api/convert', body: { cid } }} />}
    </section>
  )
}
