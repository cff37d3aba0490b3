'use client'

import { useState } from 'react'
import { LocalTime } from '@/components/format/local-time'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import type { CallbackDelivery } from './use-callbacks'

const firstShown = 5

interface DeliveriesProps {
  deliveries: readonly CallbackDelivery[]
  /** The id of the delivery that is being sent again; null for none. */
  sending: string | null
  onSendAgain: (id: string) => void
}

/** Recent deliveries, newest first, with their responses. */
export function Deliveries({ deliveries, sending, onSendAgain }: DeliveriesProps) {
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

/** Returns how the last attempt ended: "Status 200", "No response within 15 seconds"; empty before the first. */
function lastTryWords({ tries }: Pick<CallbackDelivery, 'tries'>): string {
  const last = tries.at(-1)
  if (!last) return ''
  if (last.fault === 'unverified') return `Status ${last.status} for the preceding test event`
  return last.status === null ? faultWords[last.fault ?? 'unreachable'] : `Status ${last.status}`
}

const faultWords: Record<Exclude<NonNullable<CallbackDelivery['tries'][number]['fault']>, 'unverified'>, string> = {
  timeout: 'No response within 15 seconds',
  unreachable: 'Couldn’t connect',
  address: 'Callbacks can’t go to this address. Add another one',
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
