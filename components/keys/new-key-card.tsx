'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useState } from 'react'
import { requestSamples } from '@/components/samples/request-samples'
import { useLanguage } from '@/components/samples/use-language'
import { useTRPC } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { CopyButton, copyText } from '@/components/ui/copy-button'
import { CheckIcon, CopyIcon } from '@/components/ui/icons'
import { ClockIcon } from '@/components/ui/part-icons'
import { SiteLink } from '@/components/ui/site-link'
import { Tabs } from '@/components/ui/tabs'
import { examplePlaceId } from '@/server/entrances/rest/examples/links'

/** A key that was just created. The key's text can't be retrieved again. */
export interface NewKey {
  key: string
  id: string
  /** "Your first key", "The new key". */
  title: string
  /** A warning that a limit is above the plan's, shown after the advice to copy the key. */
  note: string | null
  /** Whether the key replaces one that is already in use and therefore needs no first call. */
  isRotated?: boolean
}

interface NewKeyCardProps {
  newKey: NewKey
  apiUrl: string
  /** A ref to the button that copies the key. */
  copyRef: Ref<HTMLButtonElement>
  onDone: () => void
  /** Opens the key's limits with this address filled in. */
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

/** Remains in the copied state, because unlike other values the key cannot be copied again later. */
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

/** How often the page polls for the first call, and for how long. The server waits ten minutes. */
const pauseMs = 2_000
const patienceMs = 5 * 60_000

interface FirstCallProps {
  apiUrl: string
  apiKey: string
  id: string
  /** Opens the key's limits with this address filled in. */
  onLimit: (address: string) => void
}

/** A first call in several languages with the new key, and its outcome. */
function FirstCall({ apiUrl, apiKey, id, onLimit }: FirstCallProps) {
  const { language, choose } = useLanguage()
  const samples = samplesFor(apiUrl, apiKey)
  const shown = samples.find((sample) => sample.language === language) ?? samples[0]
  return (
    <section className="mt-6 border-t border-rule pt-4">
      <h3 className="text-sm font-semibold">Make your first call</h3>
      <div className="mt-2 rounded-md border border-rule">
        <Tabs
          label="Language"
          tabs={samples.map(({ language }) => ({ name: language, text: language }))}
          open={shown?.language ?? 'curl'}
          onOpen={choose}
          look="line"
        />
        {shown?.install && <Code code={shown.install} name="the command" />}
        {shown && <Code code={shown.code} name="the request" />}
      </div>
      <Waiting id={id} onLimit={onLimit} />
    </section>
  )
}

const Code = ({ code, name }: { code: string; name: string }) => (
  <div className="relative border-t border-rule bg-sunk first-of-type:border-t-0">
    <pre className="p-4 pe-14 font-mono text-[0.8125rem] leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]">
      {code}
    </pre>
    <CopyButton value={code} name={name} className="absolute top-1.5 right-1.5" />
  </div>
)

interface Sample {
  language: string
  /** What to install first. */
  install?: string
  code: string
}

/** Returns the first call in each language. TypeScript has a client, which needs only the key. */
function samplesFor(base: string, key: string): Sample[] {
  const [curl, , ...others] = requestSamples({ base, path: '/api/resolve', body: { url: examplePlaceId }, key })
  const code = `import { Pinref } from 'pinref'

const pinref = new Pinref({ apiKey: '${key}', baseUrl: '${base}' })
console.log(await pinref.resolve('${examplePlaceId}'))`
  const typeScript = { language: 'TypeScript', install: 'npm i pinref', code }
  return [...(curl ? [curl] : []), typeScript, ...others]
}

/** Waits for the first call while the page is visible, and shows its outcome. */
function Waiting({ id, onLimit }: Pick<FirstCallProps, 'id' | 'onLimit'>) {
  const trpc = useTRPC()
  const [isWaiting, setWaiting] = useState(true)
  const { data } = useQuery(
    trpc.keys.firstCall.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (isWaiting && !state.data?.call ? pauseMs : false), gcTime: 0 },
    ),
  )
  const again = useMutation(trpc.keys.awaitCall.mutationOptions({ onSuccess: () => setWaiting(true) }))
  useEffect(() => {
    const timer = isWaiting ? setTimeout(() => setWaiting(false), patienceMs) : undefined
    return () => clearTimeout(timer)
  }, [isWaiting])
  const { call, failed } = data ?? {}
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p role="status" className="flex min-w-0 items-center gap-2 font-medium [overflow-wrap:anywhere]">
        <span className={call ? 'text-done' : 'text-soft'}>{call ? <CheckIcon /> : <ClockIcon />}</span>
        {call
          ? [call.status, call.operation, call.title, `${call.durationMs} ms`, addressWords(call.address)]
              .filter(Boolean)
              .join(' · ')
          : isWaiting
            ? 'Waiting for your first call…'
            : 'No calls yet.'}
      </p>
      {call && isAddress(call.address) && (
        <Button onClick={() => onLimit(call.address)}>Limit this key to that address</Button>
      )}
      {!call && !isWaiting && (
        <Button busy={again.isPending} onClick={() => again.mutate({ id })}>
          Keep waiting
        </Button>
      )}
      {!call && failed && (
        <p className="basis-full text-limit">
          {failed.status} · {failed.code} · {failed.detail}{' '}
          <SiteLink href={`/usage/errors?request=${failed.requestId}`} className="underline underline-offset-4">
            What to do
          </SiteLink>
        </p>
      )}
    </div>
  )
}

/** The server writes `local` if it can't determine the address. */
const isAddress = (address: string) => address !== 'local'
const addressWords = (address: string) => (isAddress(address) ? `from ${address}` : null)
