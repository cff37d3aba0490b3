'use client'

import { type FormEvent, useId, useState } from 'react'
import { LocalTime } from '@/components/format/local-time'
import { ActionDialog } from '@/components/problem/action-dialog'
import { ActionProblem } from '@/components/problem/action-problem'
import { CallProblem } from '@/components/problem/call-problem'
import type { CallError } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { TextField } from '@/components/ui/field'
import { Deliveries } from './deliveries'
import { type Callbacks, useCallbacks } from './use-callbacks'

/** Sets up the endpoint that the account's callbacks go to, and shows recent deliveries. */
export function CallbacksSection() {
  const { callbacks, set, rotateSecret, remove, sendAgain, test } = useCallbacks()
  const [secret, setSecret] = useState<string | null>(null)
  const [asking, setAsking] = useState<'rotate' | 'remove' | null>(null)
  const { data, error } = callbacks
  if (error && !data) return <CallProblem error={error} next="/account" onRetry={() => void callbacks.refetch()} />
  if (data === undefined) return <div aria-hidden="true" className="h-32 rounded-md bg-sunk" />
  if (data === null) return <p>This server runs no batches, so there is nothing to be called back about.</p>
  const { endpoint, deliveries } = data
  return (
    <>
      <p>
        A signed POST to your server when a batch finishes, fails or waits for your quota. Anything but a status from
        200 to 299 is tried again for a day.
      </p>
      {endpoint && <EndpointStatus endpoint={endpoint} onSwitchOn={() => set.mutate({ url: endpoint.url })} />}
      <EndpointForm
        key={endpoint?.url ?? ''}
        url={endpoint?.url ?? ''}
        busy={set.isPending}
        error={set.error}
        onSave={(url) => set.mutate({ url }, { onSuccess: (made) => setSecret(made.secret) })}
      />
      {secret && <SecretNote secret={secret} />}
      {endpoint && (
        <div className="flex flex-wrap gap-2">
          <Button busy={test.isPending} onClick={() => test.mutate()}>
            Send test event
          </Button>
          <Button onClick={() => setAsking('rotate')}>New secret</Button>
          <Button onClick={() => setAsking('remove')}>Remove endpoint</Button>
        </div>
      )}
      <ActionProblem error={test.error ?? sendAgain.error} />
      {deliveries.length > 0 && (
        <Deliveries
          deliveries={deliveries}
          sending={sendAgain.isPending ? sendAgain.variables.id : null}
          onSendAgain={(id) => sendAgain.mutate({ id })}
        />
      )}
      {asking === 'rotate' && (
        <ActionDialog
          title="Make a new secret?"
          description="Callbacks are signed with both secrets for a day, so that you can put the new one in place."
          action="Make secret"
          busyLabel="Making secret"
          dismiss="Cancel"
          busy={rotateSecret.isPending}
          error={rotateSecret.error}
          onAct={() =>
            rotateSecret.mutate(undefined, {
              onSuccess: (made) => {
                setSecret(made.secret)
                setAsking(null)
              },
            })
          }
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'remove' && (
        <ActionDialog
          title="Remove this endpoint?"
          description={`Nothing more is sent to ${endpoint?.url}, and its secret stops working.`}
          action="Remove endpoint"
          busyLabel="Removing"
          dismiss="Cancel"
          busy={remove.isPending}
          error={remove.error}
          onAct={() =>
            remove.mutate(undefined, {
              onSuccess: () => {
                setSecret(null)
                setAsking(null)
              },
            })
          }
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

interface EndpointStatusProps {
  endpoint: NonNullable<Callbacks['endpoint']>
  onSwitchOn: () => void
}

/** Says what is out of the ordinary about an endpoint. */
function EndpointStatus({ endpoint: { off, failing, formerUntil }, onSwitchOn }: EndpointStatusProps) {
  const time = (seconds: number) => <LocalTime at={new Date(seconds * 1000).toISOString()} />
  return (
    <>
      {off !== null && (
        <div className="rounded-md bg-limit-wash px-3 py-2 text-sm text-limit">
          <p className="font-medium">
            Callbacks have been off since {time(off)}, because no call was answered for a day. What happens is kept
            below.
          </p>
          <Button className="mt-2" onClick={onSwitchOn}>
            Switch on
          </Button>
        </div>
      )}
      {off === null && failing !== null && (
        <p className="rounded-md bg-limit-wash px-3 py-2 text-sm font-medium text-limit">
          Every call has failed since {time(failing)}. After a day callbacks are switched off.
        </p>
      )}
      {formerUntil !== null && <p className="text-sm text-soft">The former secret signs until {time(formerUntil)}.</p>}
    </>
  )
}

interface EndpointFormProps {
  /** The URL of the endpoint; empty for none. */
  url: string
  busy: boolean
  error: CallError | null
  onSave: (url: string) => void
}

/** Sets the URL of the endpoint. */
function EndpointForm({ url, busy, error, onSave }: EndpointFormProps) {
  const id = useId()
  const [text, setText] = useState(url)
  const fault = error?.data?.problem.errors?.find(({ pointer }) => pointer === '/url')?.detail
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSave(text)
  }
  return (
    <form aria-label="Callback address" onSubmit={submit} noValidate className="grid gap-3">
      <TextField
        id={id}
        label="Endpoint URL"
        type="url"
        inputMode="url"
        placeholder="https://example.com/pinref"
        value={text}
        required
        fault={fault}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {!fault && <ActionProblem error={error} />}
      <Button type="submit" busy={busy} className="justify-self-start">
        {url === '' ? 'Add endpoint' : 'Save'}
      </Button>
    </form>
  )
}

/** A secret that was just made. It is never shown again. */
const SecretNote = ({ secret }: { secret: string }) => (
  <div role="status" className="rounded-md border border-edge bg-sunk p-4">
    <p className="font-medium">Signing secret</p>
    <p className="mt-1 text-sm text-soft">
      Copy it now: it is shown once. With it you{' '}
      <a href="/docs/callbacks#signature" className="font-medium underline underline-offset-4">
        check the signature
      </a>{' '}
      of each callback.
    </p>
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <code className="min-w-0 font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{secret}</code>
      <CopyButton value={secret} name="the secret" />
    </div>
  </div>
)
