'use client'

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Activity } from '@/components/activity/activity'
import { eventWords, personWords } from '@/components/activity/event-words'
import { LocalTime } from '@/components/format/local-time'
import { usePlans } from '@/components/pricing/plans'
import { ActionProblem } from '@/components/problems/action-problem'
import { useTRPC, useTRPCClient } from '@/components/trpc/client'
import { Select } from '@/components/ui/field'
import type { AccountEntry, AuditPage } from '@/server/features/audit/log'
import { Section } from './sections'

/** The account's events: the latest one, and a list of all of them. */
export function AccountActivity({ first }: { first: AuditPage<AccountEntry> }) {
  const { plans } = usePlans()
  const [last] = first.events
  if (!last) return <Section id="activity" value="Nothing yet. Sign-ins, keys, and changes will appear here." />
  return (
    <Section
      id="activity"
      value={
        <>
          {eventWords(last, plans)} <LocalTime at={last.at} />
        </>
      }
      opens="Show"
    >
      <p>
        The last 1,000 events on this account and your own sign-ins, each with who caused it. If you don’t recognize one
        of yours, change your password and sign out all other browsers.
      </p>
      {/* A new event reloads the list. */}
      <ActivityByPerson key={last.id} first={first} />
    </Section>
  )
}

/** The list of events, of everyone or of one person. */
function ActivityByPerson({ first }: { first: AuditPage<AccountEntry> }) {
  const id = useId()
  const client = useTRPCClient()
  const trpc = useTRPC()
  const [chosen, setChosen] = useState('')
  const { data: actors = [] } = useQuery(trpc.account.actors.queryOptions())
  const ofChosen = useQuery({ ...trpc.account.activity.queryOptions({ person: chosen }), enabled: chosen !== '' })
  const shown = chosen === '' ? first : ofChosen.data
  return (
    <>
      {actors.length > 1 && (
        <Select
          id={`${id}-person`}
          label="Person"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          className="max-w-[28rem]"
        >
          <option value="">Everyone</option>
          {actors.map((person) => (
            <option key={person.id} value={person.id}>
              {personWords(person)}
            </option>
          ))}
        </Select>
      )}
      {shown && (
        <Activity
          key={chosen}
          first={shown}
          read={(page) => client.account.activity.query({ ...page, ...(chosen && { person: chosen }) })}
          fileName="pinref-activity"
        />
      )}
      <ActionProblem error={ofChosen.error} />
    </>
  )
}
