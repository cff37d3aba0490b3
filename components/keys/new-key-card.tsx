'use client'

import { type Ref, useEffect, useState } from 'react'
import { Button, SteadyLabel } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { copyText } from '@/components/ui/copy-button'
import { CheckIcon, CopyIcon } from '@/components/ui/icons'
import { FirstCall } from './first-call'

/** A key that was just created. Its text is never available again. */
export interface NewKey {
  key: string
  id: string
  /** "Your first key", "The new key". */
  title: string
  /** A warning that a limit is above the plan's, shown after the advice to copy the key. */
  note: string | null
  /** Whether it replaces a key, whose programs already exist, so it needs no first call. */
  isRotated?: boolean
}

interface NewKeyCardProps {
  newKey: NewKey
  apiUrl: string
  /** Receives the button that copies the key. */
  copyRef: Ref<HTMLButtonElement>
  onDone: () => void
  /** Opens the limits of the key with this address filled in. */
  onLimit: (address: string) => void
}

/** The text of a new key, with a first call that works unchanged. */
export function NewKeyCard({ newKey, apiUrl, copyRef, onDone, onLimit }: NewKeyCardProps) {
  const { key, id, title, note, isRotated = false } = newKey
  return (
    <AnswerCard aria-label={title} className="mb-8 max-w-[46rem]">
      <h2 className="text-title font-semibold">{title}</h2>
      <p className="mt-2 max-w-[34rem] text-soft">Copy it now. You won’t see it again, because we store only a hash.</p>
      {note && <p className="mt-2 max-w-[34rem] font-medium text-limit">{note}</p>}
      <p className="mt-4 rounded-md border border-rule bg-sunk px-4 py-3 font-mono leading-7 [overflow-wrap:anywhere]">
        {key}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <CopyKeyButton value={key} ref={copyRef} />
        <Button onClick={onDone} className="min-h-12 px-5">
          Done
        </Button>
      </div>
      {!isRotated && <FirstCall key={id} apiUrl={apiUrl} apiKey={key} id={id} onLimit={onLimit} />}
    </AnswerCard>
  )
}

const labels = { ready: 'Copy key', copied: 'Copied', failed: 'Select and copy it manually' } as const

/** Stays in the copied state, because unlike other values the key cannot be copied again later. */
function CopyKeyButton({ value, ref }: { value: string; ref: Ref<HTMLButtonElement> }) {
  const [state, setState] = useState<keyof typeof labels>('ready')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key has not been copied
  useEffect(() => setState('ready'), [value])
  return (
    <>
      <Button ref={ref} look="primary" onClick={async () => setState((await copyText(value)) ? 'copied' : 'failed')}>
        {state === 'copied' ? <CheckIcon /> : <CopyIcon />}
        {state === 'failed' ? (
          labels.failed
        ) : (
          <SteadyLabel labels={[labels.ready, labels.copied]} shown={labels[state]} className="text-left" />
        )}
      </Button>
      <span role="status" className="sr-only">
        {state === 'copied' && 'Key copied'}
        {state === 'failed' && 'The key couldn’t be copied. Select and copy it manually.'}
      </span>
    </>
  )
}
