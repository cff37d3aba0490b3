'use client'

import { useState } from 'react'
import { MayChange, useMayChange } from '@/components/account/page-account'
import { LocalTime } from '@/components/format/local-time'
import { ActionDialog } from '@/components/problems/action-dialog'
import { ActionProblem } from '@/components/problems/action-problem'
import { CallProblem } from '@/components/problems/problem-card'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { EndpointForm, Endpoints } from './endpoints'
import { type CallbackDelivery, type Endpoint, useCallbacks } from './use-callbacks'

const maxEndpoints = 5

/** Sets up the endpoints for the account's callbacks and shows recent deliveries. */
export function CallbacksSection() {
  const { callbacks, create, update, rotate, remove, resend, test } = useCallbacks()
  const mayChange = useMayChange()
  const [secrets, setSecrets] = useState<ReadonlyMap<string, string>>(new Map())
  const [question, setQuestion] = useState<{ about: 'rotate' | 'remove'; endpoint: Endpoint } | null>(null)
  const show = (id: string, secret: string) => setSecrets((former) => new Map([...former, [id, secret]]))
  const { data, error } = callbacks
  if (error && !data) return <CallProblem error={error} next="/callbacks" onRetry={() => void callbacks.refetch()} />
  if (data === undefined) return <div aria-hidden="true" className="h-32 rounded-md bg-sunk" />
  if (data === null) return <p>This server doesn’t run batches, so it has no events to send.</p>
  const { callbacks: endpoints, deliveries } = data
  return (
    <>
      <p>
        Each event goes to every endpoint, signed with that endpoint’s secret. If a delivery fails, Pinref retries it
        for a day.
      </p>
      {endpoints.length > 0 && (
        <Endpoints
          endpoints={endpoints}
          testing={test.isPending ? test.variables.id : null}
          switching={update.isPending ? update.variables.id : null}
          secrets={secrets}
          onTest={(id) => test.mutate({ id })}
          onSwitchOn={(id) => update.mutate({ id, state: 'on' })}
          onRotate={(endpoint) => setQuestion({ about: 'rotate', endpoint })}
          onRemove={(endpoint) => setQuestion({ about: 'remove', endpoint })}
        />
      )}
      <ActionProblem error={test.error ?? update.error ?? resend.error} />
      {mayChange && endpoints.length < maxEndpoints && (
        <EndpointForm
          // Clears the form after an endpoint is added.
          key={endpoints.map(({ id }) => id).join()}
          busy={create.isPending}
          error={create.error}
          onAdd={(url) =>
            create.mutate({ url }, { onSuccess: ({ id, secret }) => secret !== null && show(id, secret) })
          }
        />
      )}
      {deliveries.length > 0 && (
        <Deliveries
          deliveries={deliveries}
          sending={resend.isPending ? resend.variables.id : null}
          onSendAgain={(id) => resend.mutate({ id })}
        />
      )}
      {question?.about === 'rotate' && (
        <ActionDialog
          title="Rotate this endpoint’s secret?"
          description={`Callbacks to ${question.endpoint.url} are signed with both secrets for a day, so you have time to switch.`}
          action="Rotate secret"
          busyLabel="Rotating"
          dismiss="Cancel"
          busy={rotate.isPending}
          error={rotate.error}
          onAct={() =>
            rotate.mutate(
              { id: question.endpoint.id },
              {
                onSuccess: ({ secret }) => {
                  show(question.endpoint.id, secret)
                  setQuestion(null)
                },
              },
            )
          }
          onClose={() => setQuestion(null)}
        />
      )}
      {question?.about === 'remove' && (
        <ActionDialog
          title="Remove this endpoint?"
          description={`Pinref will stop sending events to ${question.endpoint.url} and delete its secret.`}
          action="Remove endpoint"
          busyLabel="Removing"
          dismiss="Cancel"
          look="destroy"
          busy={remove.isPending}
          error={remove.error}
          onAct={() => remove.mutate({ id: question.endpoint.id }, { onSuccess: () => setQuestion(null) })}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  )
}

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
                <LocalTime at={delivery.created_at} />
                {delivery.tries.length > 0 && ` · ${triesWords(delivery.tries.length)} · ${lastTryWords(delivery)}`}
              </p>
              {delivery.next_try_at !== null && delivery.tries.length > 0 && (
                <p className="text-sm text-soft">
                  Next attempt: <LocalTime at={delivery.next_try_at} />
                </p>
              )}
            </div>
            <MayChange>
              <Button
                busy={sending === delivery.id}
                aria-label={`Send again: ${delivery.type}${isSeveral ? ` to ${delivery.url}` : ''}`}
                onClick={() => onSendAgain(delivery.id)}
              >
                Send again
              </Button>
            </MayChange>
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
  forbidden_address: 'Callbacks can’t be sent to this address. Add another one',
  private_address: 'The host has no public address',
  no_secret: 'The secret can’t be read. Rotate it',
}

/** Returns the state of a delivery in words. */
function stateWords({ state, tries }: Pick<CallbackDelivery, 'state' | 'tries'>): string {
  if (state !== 'waiting') return { delivered: 'Delivered', failed: 'Failed', held: 'Not sent' }[state]
  return tries.length === 0 ? 'Sending' : 'Retrying'
}

/** Counts attempts in words: "3 attempts". */
const triesWords = (tries: number): string => (tries === 1 ? '1 attempt' : `${tries} attempts`)
