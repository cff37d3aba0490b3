'use client'

import { type FormEvent, useId, useState } from 'react'
import { MadeBy, useMakers } from '@/components/account/made-by'
import { MayChange } from '@/components/account/page-account'
import { LocalTime } from '@/components/format/local-time'
import { ActionProblem } from '@/components/problems/action-problem'
import type { CallError } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { SecretNote } from './secret-note'
import type { Endpoint } from './use-callbacks'

interface EndpointsProps {
  endpoints: readonly Endpoint[]
  /** The ids of the endpoints being tested and turned on; null if none. */
  testing: string | null
  switching: string | null
  /** Secrets that were just created, by endpoint id. They are never shown again. */
  secrets: ReadonlyMap<string, string>
  onTest: (id: string) => void
  onSwitchOn: (id: string) => void
  onRotate: (endpoint: Endpoint) => void
  onRemove: (endpoint: Endpoint) => void
}

/** The account's endpoints, each with its state and actions, and with its secret if it was just created. */
export function Endpoints({
  endpoints,
  testing,
  switching,
  secrets,
  onTest,
  onSwitchOn,
  onRotate,
  onRemove,
}: EndpointsProps) {
  const makers = useMakers(endpoints.map(({ id }) => id))
  return (
    <ul aria-label="Endpoints" className="grid divide-y divide-rule border-y border-rule">
      {endpoints.map((endpoint) => (
        <li key={endpoint.id} className="grid gap-2 py-3">
          <code className="min-w-0 font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{endpoint.url}</code>
          <EndpointState endpoint={endpoint} />
          <MadeBy maker={makers[endpoint.id]} />
          <div role="status">
            {secrets.has(endpoint.id) && (
              <SecretNote secret={secrets.get(endpoint.id) ?? ''} of="this endpoint’s secret" />
            )}
          </div>
          {endpoint.former_secret_expires_at !== null && (
            <p className="text-sm text-soft">
              The previous secret also signs until <LocalTime at={endpoint.former_secret_expires_at} />.
            </p>
          )}
          <MayChange>
            <div className="flex flex-wrap gap-2">
              <Button
                busy={testing === endpoint.id}
                aria-label={`Send test event to ${endpoint.url}`}
                onClick={() => onTest(endpoint.id)}
              >
                Send test event
              </Button>
              {endpoint.state === 'off' && (
                <Button
                  busy={switching === endpoint.id}
                  aria-label={`Turn on ${endpoint.url}`}
                  onClick={() => onSwitchOn(endpoint.id)}
                >
                  Turn on
                </Button>
              )}
              <Button aria-label={`Rotate secret of ${endpoint.url}`} onClick={() => onRotate(endpoint)}>
                Rotate secret
              </Button>
              <Button aria-label={`Remove ${endpoint.url}`} onClick={() => onRemove(endpoint)}>
                Remove
              </Button>
            </div>
          </MayChange>
        </li>
      ))}
    </ul>
  )
}

/** Shows whether events are sent to an endpoint, and whether they arrive. */
function EndpointState({ endpoint: { turned_off_at, first_failed_at, verified_at } }: { endpoint: Endpoint }) {
  if (turned_off_at !== null) {
    return (
      <p className="text-sm font-medium text-limit">
        Off since <LocalTime at={turned_off_at} />. Events are stored. You can send them again below.
      </p>
    )
  }
  if (first_failed_at !== null) {
    return (
      <p className="text-sm font-medium text-limit">
        Every call has failed since <LocalTime at={first_failed_at} />. After a day, the endpoint is turned off.
      </p>
    )
  }
  if (verified_at === null) {
    return (
      <p className="text-sm text-soft">
        Not verified yet. It gets events once it responds to a test event with a status from 200 to 299.
      </p>
    )
  }
  return (
    <p className="text-sm text-soft">
      Verified <LocalTime at={verified_at} />
    </p>
  )
}

interface EndpointFormProps {
  busy: boolean
  error: CallError | null
  onAdd: (url: string) => void
}

export function EndpointForm({ busy, error, onAdd }: EndpointFormProps) {
  const id = useId()
  const [text, setText] = useState('')
  const fault = error?.data?.problem.errors?.find(({ pointer }) => pointer === '/url')?.detail
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onAdd(text)
  }
  return (
    <form aria-label="New endpoint" onSubmit={submit} noValidate className="grid gap-3">
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
        Add endpoint
      </Button>
    </form>
  )
}
