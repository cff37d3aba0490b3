'use client'

import { type Ref, useEffect, useState } from 'react'
import { curlSample } from '@/components/samples/request-samples'
import { Button, SteadyLabel } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { CopyButton, copyText } from '@/components/ui/copy-button'
import { CheckIcon, CopyIcon } from '@/components/ui/icons'
import { examplePlaceId } from '@/server/rest/examples/links'

/** A key that was just created. Its text is never available again. */
export interface NewKey {
  key: string
  id: string
  /** "Your first key", "The new key". */
  title: string
  /** A warning that a limit is above the plan's, shown after the advice to copy the key. */
  note: string | null
}

interface NewKeyCardProps {
  made: NewKey
  apiUrl: string
  /** Receives the button that copies the key. */
  copyRef: Ref<HTMLButtonElement>
  onDone: () => void
}

/** The text of a new key, with a sample call that works unchanged. */
export function NewKeyCard({ made: { key, title, note }, apiUrl, copyRef, onDone }: NewKeyCardProps) {
  const curl = curlSample({ base: apiUrl, path: '/api/resolve', body: { url: examplePlaceId }, key })
  return (
    <AnswerCard aria-label={title} className="mb-8 max-w-[46rem]">
      <h2 className="text-title font-semibold">{title}</h2>
      <p className="mt-2 max-w-[34rem] text-soft">Copy it now. You won’t see it again, because we keep only a hash.</p>
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
      <section className="mt-6 border-t border-rule pt-4">
        <div className="mb-2 flex items-center justify-between gap-2">
          <h3 className="text-sm font-semibold">Make a first call with it</h3>
          <CopyButton value={curl} name="the request" className="-me-2" />
        </div>
        <pre className="rounded-md bg-sunk p-4 font-mono text-[0.8125rem] leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {curl}
        </pre>
      </section>
    </AnswerCard>
  )
}

const labels = { ready: 'Copy key', copied: 'Copied', failed: 'Select it and copy by hand' } as const

/** Keeps saying that the key was copied: unlike other values it cannot be copied again later. */
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
        {state === 'failed' && 'The key couldn’t be copied. Select it and copy it by hand.'}
      </span>
    </>
  )
}
