import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTRPC } from '@/components/trpc/client'
import { Select, TextField } from '@/components/ui/field'
import { longestName } from '@/server/features/batches/batch'

interface ClientFieldProps {
  value: string
  fault?: string | undefined
  onChange: (value: string) => void
}

/** The client that calls are counted for, with suggestions from those in use. */
export function ClientField({ value, fault, onChange }: ClientFieldProps) {
  const id = useId()
  const { data: clients = [] } = useQuery(useTRPC().usage.clients.queryOptions())
  return (
    <div>
      <TextField
        id={id}
        label="Client"
        hint="Optional. Usage is grouped by client, for example to bill your customers."
        fault={fault}
        list={`${id}-clients`}
        value={value}
        maxLength={longestName}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={`${id}-clients`}>
        {clients.map((client) => (
          <option key={client} value={client} />
        ))}
      </datalist>
    </div>
  )
}

/** Returns a typed client as the server takes it. */
export const typedClient = (text: string): string | null => text.trim() || null

/** Filters a list by client. The filter is null if nothing in the list has a client. */
export function useClientFilter<Item extends { client: string | null }>(items: readonly Item[]) {
  const id = useId()
  const [chosen, setChosen] = useState('')
  const clients = [...new Set(items.flatMap(({ client }) => client ?? []))].sort((a, b) => a.localeCompare(b))
  // The last item of the chosen client may have been deleted.
  const client = clients.includes(chosen) ? chosen : ''
  return {
    shown: client === '' ? items : items.filter((one) => one.client === client),
    filter: clients.length > 0 && (
      <div className="mb-4 max-w-64">
        <Select id={id} label="Client" value={client} onChange={(event) => setChosen(event.currentTarget.value)}>
          <option value="">All clients</option>
          {clients.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </div>
    ),
  }
}
