'use client'

import { useState } from 'react'
import { LocalTime } from '@/components/format/local-time'
import { ActionDialog } from '@/components/problems/action-dialog'
import { ActionProblem } from '@/components/problems/action-problem'
import { CallProblem } from '@/components/problems/problem-card'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { CopyButton } from '@/components/ui/copy-button'
import { EndpointForm, Endpoints } from './endpoints'
import { type CallbackDelivery, type Endpoint, useCallbacks } from './use-callbacks'

const maxEndpoints = 5

/** Sets up the endpoints for the account's callbacks and shows recent deliveries. */
export function CallbacksSection() {
  const { callbacks, add, change, rotateSecret, remove, sendAgain, test } = useCallbacks()
  const [newSecret, setNewSecret] = useState<string | null>(null)
  const [question, setQuestion] = useState<'rotate' | Endpoint | null>(null)
  const { data, error } = callbacks
  if (error && !data) return <CallProblem error={error} next="/callbacks" onRetry={() => void callbacks.refetch()} />
  if (data === undefined) return <div aria-hidden="true" className="h-32 rounded-md bg-sunk" />
  if (data === null) return <p>This server doesn’t run batches, so it has no events to send.</p>
  const { endpoints, secret, deliveries } = data
  return (
    <>
      <p>Each event goes to every endpoint. If a delivery fails, Pinref retries it for a day.</p>
      {endpoints.length > 0 && (
        <Endpoints
          endpoints={endpoints}
          testing={test.isPending ? test.variables.id : null}
          switching={change.isPending ? change.variables.id : null}
          onTest={(id) => test.mutate({ id })}
          onSwitchOn={(id) => change.mutate({ id, state: 'on' })}
          onRemove={setQuestion}
        />
      )}
      <ActionProblem error={test.error ?? change.error ?? sendAgain.error} />
      {endpoints.length < maxEndpoints && (
        <EndpointForm
          // Clears the form after an endpoint is added.
          key={endpoints.map(({ id }) => id).join()}
          busy={add.isPending}
          error={add.error}
          onAdd={(url) => add.mutate({ url }, { onSuccess: (added) => setNewSecret(added.secret ?? newSecret) })}
        />
      )}
      {secret.isMade && (
        <section aria-labelledby="callback-secret-title" className="grid gap-3">
          <h2 id="callback-secret-title" className="font-semibold">
            Signing secret
          </h2>
          {newSecret && <SecretNote secret={newSecret} />}
          <p className="text-sm text-soft">
            One secret signs all your callbacks.
            {secret.formerUntil !== null && (
              <>
                {' '}
                The previous secret also signs until{' '}
                <LocalTime at={new Date(secret.formerUntil * 1000).toISOString()} />.
              </>
            )}
          </p>
          <Button className="justify-self-start" onClick={() => setQuestion('rotate')}>
            New secret
          </Button>
        </section>
      )}
      {deliveries.length > 0 && (
        <Deliveries
          deliveries={deliveries}
          sending={sendAgain.isPending ? sendAgain.variables.id : null}
          onSendAgain={(id) => sendAgain.mutate({ id })}
        />
      )}
      {question === 'rotate' && (
        <ActionDialog
          title="Create a new secret?"
          description="Callbacks are signed with both secrets for a day, so you have time to switch."
          action="Create secret"
          busyLabel="Creating secret"
          dismiss="Cancel"
          busy={rotateSecret.isPending}
          error={rotateSecret.error}
          onAct={() =>
            rotateSecret.mutate(
              {},
              {
                onSuccess: (made) => {
                  setNewSecret(made.secret)
                  setQuestion(null)
                },
              },
            )
          }
          onClose={() => setQuestion(null)}
        />
      )}
      {question !== null && question !== 'rotate' && (
        <ActionDialog
          title="Remove this endpoint?"
          description={`Pinref will stop sending events to ${question.url}.`}
          action="Remove endpoint"
          busyLabel="Removing"
          dismiss="Cancel"
          busy={remove.isPending}
          error={remove.error}
          onAct={() => remove.mutate({ id: question.id }, { onSuccess: () => setQuestion(null) })}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  )
}

/** A secret that was just created. The secret is never shown again. */
const SecretNote = ({ secret }: { secret: string }) => (
  <div role="status" className="rounded-md border border-edge bg-sunk p-4">
    <p className="text-sm">
      Copy it now. It’s shown only once. Use it to{' '}
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

const firstShown = 5

interface DeliveriesProps {
  deliveries: readonly CallbackDelivery[]
  /** The id of the delivery being resent; null if none. */
  sending: string | null
  onSendAgain: (id: string) => void
}

/** Recent deliveries, newest first, with their responses. */
function Deliveries({ deliveries, sending, onSendAgain }: DeliveriesProps) {
  const [isWhole, setIsWhole] = useState(false)
  const isSeveral = new Set(deliveries.map(({ url }) => url)).size > 1
  const shown = isWhole ? deliveries : deliveries.slice(0, firstShown)
  return (
    <section aria-labelledby="deliveries-title" className="grid gap-3">
      <h2 id="deliveries-title" className="font-semibold">
        Recent deliveries
      </h2>
      <ul className="grid divide-y divide-rule border-y border-rule">
        {shown.map((delivery) => (
          <li key={delivery.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <code className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{delivery.type}</code>
                <span className={classNames('text-sm font-medium', tones[delivery.state])}>{stateWords(delivery)}</span>
              </p>
              {isSeveral && <p className="text-sm [overflow-wrap:anywhere]">{delivery.url}</p>}
              <p className="text-sm text-soft">
                <LocalTime at={new Date(delivery.created).toISOString()} />
                {delivery.tries.length > 0 && ` · ${triesWords(delivery.tries.length)} · ${lastTryWords(delivery)}`}
              </p>
              {delivery.state === 'waiting' && delivery.next !== null && delivery.tries.length > 0 && (
                <p className="text-sm text-soft">
                  Next attempt: <LocalTime at={new Date(delivery.next).toISOString()} />
                </p>
              )}
            </div>
            <Button
              busy={sending === delivery.id}
              aria-label={`Send again: ${delivery.type}${isSeveral ? ` to ${delivery.url}` : ''}`}
              onClick={() => onSendAgain(delivery.id)}
            >
              Send again
            </Button>
          </li>
        ))}
      </ul>
      {!isWhole && deliveries.length > firstShown && (
        <Button className="justify-self-start" onClick={() => setIsWhole(true)}>
          Show all {deliveries.length}
        </Button>
      )}
    </section>
  )
}

const tones: Record<CallbackDelivery['state'], string> = {
  waiting: 'text-soft',
  delivered: 'text-done',
  failed: 'text-limit',
  held: 'text-limit',
}

/** Describes the outcome of the last attempt: "Status 200", "No response within 15 seconds"; empty before the first. */
function lastTryWords({ tries }: Pick<CallbackDelivery, 'tries'>): string {
  const last = tries.at(-1)
  if (!last) return ''
  if (last.fault === 'unverified') return `Status ${last.status} for the preceding test event`
  return last.status === null ? faultWords[last.fault ?? 'unreachable'] : `Status ${last.status}`
}

const faultWords: Record<Exclude<NonNullable<CallbackDelivery['tries'][number]['fault']>, 'unverified'>, string> = {
  timeout: 'No response within 15 seconds',
  unreachable: 'Couldn’t connect',
  address: 'Callbacks can’t be sent to this address. Add another one',
  'inner address': 'The host has no public address',
  'no secret': 'The secret can’t be read. Create a new one',
}

/** Returns the state of a delivery in words. */
function stateWords({ state, tries }: Pick<CallbackDelivery, 'state' | 'tries'>): string {
  if (state !== 'waiting') return { delivered: 'Delivered', failed: 'Failed', held: 'Not sent' }[state]
  return tries.length === 0 ? 'Sending' : 'Retrying'
}

/** Counts attempts in words: "3 attempts". */
const triesWords = (tries: number): string => (tries === 1 ? '1 attempt' : `${tries} attempts`)
