'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { ActivityLines } from '@/components/activity/activity'
import { formatNumber } from '@/components/format/number'
import { expiryWords, lastUsedWords, operationWords, otherLimitsWords } from '@/components/keys/key-facts'
import { KeyStart, partsOf, TestMark } from '@/components/keys/key-names'
import { Calls } from '@/components/keys/keys-table'
import { planName, usePlans } from '@/components/pricing/plans'
import { CallProblem } from '@/components/problems/problem-card'
import { type Outputs, useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FigureTable } from '@/components/ui/figure-table'
import { Cell, Row, RowTable } from '@/components/ui/row-table'
import { groupings } from '@/components/usage/calls-by-day'
import { dayName } from '@/components/usage/month-words'
import { costWords } from '../overview-words'
import { type AccountAction, useAccountDialogs } from './account-dialogs'
import { AccountMarks, dayOf, seenWords } from './account-table'

type Details = Outputs['operator']['account']

/** Everything that an operator can see about an account, and the changes that an operator can make to it. */
export function AccountPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(useTRPC().operator.account.queryOptions({ account: id }))
  const { dialogs, open } = useAccountDialogs()
  if (error && !data)
    return <CallProblem error={error} next={`/operator/accounts/${id}`} onRetry={() => void refetch()} />
  if (!data) return <div aria-hidden="true" className="h-96 rounded-md bg-sunk" />
  const { account, members, omittedMembers, keys, quota, calls, google, activity } = data
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-2 [&>*]:min-w-0">
        <Facts account={account} quota={quota} onAction={(action) => open(action, account)} />
        <GoogleCalls google={google} />
        <Members members={members} omitted={omittedMembers} />
        <Keys keys={keys} quota={quota} />
        <RecentCalls calls={calls} />
        <Errors errors={calls.errors} />
        <Section title="Activity" isWide>
          <Note isShown={activity.length === 0}>Nothing yet.</Note>
          {activity.length > 0 && <ActivityLines entries={activity} />}
        </Section>
      </div>
      {dialogs}
    </>
  )
}

interface SectionProps {
  title: string
  /** Whether the section takes the whole width. */
  isWide?: boolean
  children: ReactNode
}

function Section({ title, isWide = false, children }: SectionProps) {
  const id = useId()
  return (
    <Card className={isWide ? 'p-4 sm:p-6 lg:col-span-2' : 'p-4 sm:p-6'}>
      <section aria-labelledby={id} className="grid gap-3">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        {children}
      </section>
    </Card>
  )
}

const Note = ({ isShown = true, children }: { isShown?: boolean; children: ReactNode }) =>
  isShown && <p className="text-sm text-soft">{children}</p>

interface FactsProps extends Pick<Details, 'account' | 'quota'> {
  onAction: (action: AccountAction) => void
}

function Facts({ account, quota, onAction }: FactsProps) {
  const { plans } = usePlans()
  const { id, email, plan, callsThisMonth, created, suspended, confirmed } = account
  return (
    <Section title="Account">
      <dl className="text-sm">
        <Fact name="Account id">
          <span className="font-mono text-[0.8125rem]">{id}</span>
        </Fact>
        <Fact name="Plan">{planName(plans, plan)}</Fact>
        <Fact name="Calls this month">
          {formatNumber(callsThisMonth)}
          {quota !== null && ` of ${formatNumber(quota)}`}
        </Fact>
        <Fact name="Last seen">{seenWords(account, Date.now() / 1000)}</Fact>
        <Fact name="Created">{dayOf(created)}</Fact>
        {(suspended !== null || !confirmed) && (
          <Fact name="Status">
            <AccountMarks account={account} />
          </Fact>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`Change plan for ${email}`} onClick={() => onAction('plan')}>
          Change plan
        </Button>
        <Button
          look={suspended === null ? 'danger' : 'plain'}
          aria-label={`${suspended === null ? 'Suspend' : 'Resume'} ${email}`}
          onClick={() => onAction('suspend')}
        >
          {suspended === null ? 'Suspend' : 'Resume'}
        </Button>
      </div>
    </Section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[8rem_1fr] gap-x-3 border-t border-rule py-2.5">
    <dt className="text-soft">{name}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </div>
)

const roles: Record<Details['members'][number]['role'], string> = { owner: 'Owner', member: 'Member', viewer: 'Viewer' }

const Members = ({ members, omitted }: Pick<Details, 'members'> & { omitted: number }) => (
  <Section title="Members" isWide>
    <RowTable caption="Members" columns={['Member', 'Role', 'Since']} headClassName="">
      {members.map(({ personId, name, email, role, since }) => (
        <Row
          key={personId}
          head={
            <>
              {name && <span className="block font-medium [overflow-wrap:anywhere]">{name}</span>}
              <span className="[overflow-wrap:anywhere]">{email}</span>
            </>
          }
          menu={null}
        >
          <Cell label="Role">{roles[role]}</Cell>
          <Cell label="Since">{dayOf(since)}</Cell>
        </Row>
      ))}
    </RowTable>
    <Note isShown={omitted > 0}>{formatNumber(omitted)} more joined later.</Note>
  </Section>
)

function Keys({ keys, quota }: Pick<Details, 'keys' | 'quota'>) {
  const nowSeconds = Date.now() / 1000
  return (
    <Section title="Keys" isWide>
      {keys.length === 0 ? (
        <Note>This account has no keys.</Note>
      ) : (
        <RowTable
          caption="Keys, newest first"
          columns={['Key', 'Limits', 'Calls this month', 'Last used', 'Expires']}
          headClassName=""
        >
          {keys.map((key) => (
            <Row
              key={key.id}
              head={
                <>
                  <span className="font-medium [overflow-wrap:anywhere]">{key.name}</span>
                  {key.test && <TestMark />}
                  <KeyStart {...partsOf(key)} className="block text-soft" />
                </>
              }
              menu={null}
            >
              <Cell label="Limits" className="[overflow-wrap:anywhere]">
                {[operationWords(key.operations), ...otherLimitsWords(key)].join(' · ')}
              </Cell>
              <Cell label="Calls this month">
                <Calls apiKey={key} quota={quota} />
              </Cell>
              <Cell label="Last used">{lastUsedWords(key, nowSeconds)}</Cell>
              <Cell label="Expires">{expiryWords(key, nowSeconds)}</Cell>
            </Row>
          ))}
        </RowTable>
      )}
    </Section>
  )
}

type Day = Details['calls']['days'][number]

function RecentCalls({ calls: { days } }: Pick<Details, 'calls'>) {
  const figuresOf = (some: readonly Day[]) => {
    const figures = groupings.outcome.map(({ key }) => some.reduce((sum, day) => sum + day[key], 0))
    return [...figures, figures.reduce((sum, figure) => sum + figure, 0)]
  }
  return (
    <Section title="Calls in the last 30 days">
      {days.length === 0 ? (
        <Note>No calls.</Note>
      ) : (
        <FigureTable
          caption="Calls per day, newest first"
          head="Day"
          columns={[...groupings.outcome.map(({ label }) => label), 'All']}
          rows={days.map((day) => ({
            name: dayName(day.date.slice(0, 7), Number(day.date.slice(8))),
            figures: figuresOf([day]),
          }))}
          sum={{ name: 'All days', figures: figuresOf(days) }}
        />
      )}
      <Note>Days are UTC. Calls with test keys aren’t included.</Note>
    </Section>
  )
}

const Errors = ({ errors }: Pick<Details['calls'], 'errors'>) => (
  <Section title="Errors in the last 30 days">
    {errors.length === 0 ? (
      <Note>No errors.</Note>
    ) : (
      <FigureTable
        caption="Failed and rejected calls by error code"
        head="Code"
        columns={['Calls']}
        rows={errors.map(({ code, count }) => ({ name: code, figures: [count] }))}
        sum={{ name: 'All', figures: [errors.reduce((sum, { count }) => sum + count, 0)] }}
      />
    )}
    <Note>
      Calls whose input doesn’t match the API reference aren’t included, because they are rejected before they are
      counted.
    </Note>
  </Section>
)

/** Google's name for each SKU. */
const skus: Record<Details['google'][number]['sku'], string> = {
  details_pro: 'Place Details Pro',
  details_enterprise: 'Place Details Enterprise',
  search_enterprise: 'Text Search Enterprise',
  details_ids: 'Place Details, IDs only',
  search_ids: 'Text Search, IDs only',
  legacy_ids: 'Places Details - ID Refresh',
  resolution: 'Resolution API',
}

function GoogleCalls({ google }: Pick<Details, 'google'>) {
  const costCents = google.reduce((sum, one) => sum + one.costCents, 0)
  return (
    <Section title="Calls to Google this month">
      {google.length === 0 ? (
        <Note>No calls to Google.</Note>
      ) : (
        <FigureTable
          caption="Calls to Google this month"
          head="SKU"
          columns={['Calls', 'Cost']}
          rows={google.map(({ sku, calls, costCents: cents }) => ({
            name: skus[sku],
            figures: [calls, costWords(cents)],
          }))}
          sum={{ name: 'All', figures: [google.reduce((sum, { calls }) => sum + calls, 0), costWords(costCents)] }}
        />
      )}
      <Note>
        The month is UTC. The cost is the maximum at 2026 list prices, including retries, without Google’s free calls. A
        call that several accounts share counts for the first one.
      </Note>
    </Section>
  )
}
