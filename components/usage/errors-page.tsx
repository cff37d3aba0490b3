'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { errorHelp } from '@/components/docs/error-help'
import { formatNumber } from '@/components/format/number'
import { KeyStart } from '@/components/keys/key-names'
import { CallProblem } from '@/components/problems/problem-card'
import { type Outputs, useTRPC } from '@/components/trpc/client'
import { AnswerCard, Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Select } from '@/components/ui/field'
import { Cell, Row, RowTable } from '@/components/ui/row-table'
import { SiteLink } from '@/components/ui/site-link'

type Errors = Outputs['errors']['read']
type FailedCall = Errors['errors'][number]

interface ErrorsPageProps {
  /** The call to open: the request id of its error. */
  requestId: string | null
  /** The key whose calls are shown at first. */
  keyId: string | null
  /** What each code means, and what to do. */
  help: typeof errorHelp
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
const link = 'underline decoration-edge underline-offset-4 hover:decoration-ink'

/** An account's failed calls, or one of them with what to do about it. */
export function ErrorsPage({ requestId, keyId, help }: ErrorsPageProps) {
  const { data, error, refetch } = useQuery(useTRPC().errors.read.queryOptions())
  if (error && !data) return <CallProblem error={error} next="/usage/errors" onRetry={() => void refetch()} />
  if (!data) return <div aria-hidden="true" className="h-72 rounded-md bg-sunk" />
  if (requestId === null) return <ErrorList errors={data} keyId={keyId} />
  const calls = data.errors.filter((call) => call.request_id === requestId)
  return (
    <div className="grid max-w-[46rem] gap-6">
      {calls.map((call) => (
        <OneError key={call.code} call={call} name={<KeyName call={call} keys={data.keys} />} help={help[call.code]} />
      ))}
      {calls.length === 0 && (
        <Note title="Call not found">
          Pinref stores your 100 most recent failed calls for seven days. The request id was{' '}
          <span className="font-mono text-sm [overflow-wrap:anywhere]">{requestId}</span>. If the call failed a moment
          ago, reload this page.
        </Note>
      )}
      <SiteLink href="/usage/errors" className={`justify-self-start ${link}`}>
        All recent errors
      </SiteLink>
    </div>
  )
}

/** One failed call: what happened, and what to do. */
const OneError = ({
  call,
  name,
  help,
}: {
  call: FailedCall
  name: ReactNode
  help: ErrorsPageProps['help']['invalid_cid']
}) => {
  const facts: Array<[label: string, value: ReactNode]> = [
    ['Time', moment.format(new Date(call.occurred_at))],
    ['Key', name],
    ['Operation', operationOf(call)],
    ['Status', call.status],
    [
      'Request',
      <span key="id" className="flex flex-wrap items-center gap-x-2">
        <span className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{call.request_id}</span>
        <CopyButton value={call.request_id} name="request id" />
      </span>,
    ],
  ]
  return (
    <AnswerCard>
      <h2 className="font-mono text-lg font-semibold [overflow-wrap:anywhere]">{call.code}</h2>
      <p className="mt-2 [overflow-wrap:anywhere]">{call.detail}</p>
      <dl className="mt-4 border-t border-rule">
        {facts.map(([label, value]) => (
          <div key={label} className="flex min-h-11 flex-wrap items-center gap-x-4 border-b border-rule py-1.5 text-sm">
            <dt className="w-24 shrink-0 text-soft">{label}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 font-semibold">What to do</h3>
      <p className="mt-1 text-soft">{help.meaning}</p>
      <p className="mt-2">{help.remedy}</p>
      <p className="mt-3 text-sm">
        <SiteLink href={`/docs/errors/${call.code}`} className={link}>
          About this error
        </SiteLink>
      </p>
    </AnswerCard>
  )
}

/** The failed calls, newest first, by key and code. */
function ErrorList({ errors: { errors: calls, keys }, keyId }: { errors: Errors; keyId: string | null }) {
  const id = useId()
  const [key, setKey] = useState(keyId ?? '')
  const [code, setCode] = useState('')
  if (calls.length === 0) {
    return (
      <Note title="No errors">
        Failed calls with your keys appear here for seven days, with the reason and what to do.
      </Note>
    )
  }
  const shown = calls.filter((call) => (!key || (call.key_id ?? 'app') === key) && (!code || call.code === code))
  const keyIds = [...new Set([...calls.map((call) => call.key_id ?? 'app'), ...(keyId ? [keyId] : [])])]
  const codes = [...new Set(calls.map((call) => call.code))].sort()
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-4">
        <div className="min-w-0 grow sm:max-w-64">
          <Select id={`${id}-key`} label="Key" value={key} onChange={(event) => setKey(event.currentTarget.value)}>
            <option value="">All keys</option>
            {keyIds.map((one) => (
              <option key={one} value={one}>
                {one === 'app' ? 'Connected app' : (keys.find((key) => key.id === one)?.name ?? one)}
              </option>
            ))}
          </Select>
        </div>
        <div className="min-w-0 grow sm:max-w-64">
          <Select id={`${id}-code`} label="Code" value={code} onChange={(event) => setCode(event.currentTarget.value)}>
            <option value="">All codes</option>
            {codes.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </div>
        <p role="status" className="text-sm text-soft sm:pb-3.5">
          {formatNumber(shown.length)} of {formatNumber(calls.length)}
        </p>
      </div>
      {shown.length === 0 ? (
        <Note title="No matching errors">Choose another key or code.</Note>
      ) : (
        <RowTable caption="Failed calls, newest first" columns={['Error', 'Key', 'Operation', 'Time']} headClassName="">
          {shown.map((call) => (
            <Row
              key={`${call.request_id} ${call.code}`}
              head={
                <>
                  <SiteLink
                    href={`/usage/errors?request=${call.request_id}`}
                    className={`font-mono font-medium ${link}`}
                  >
                    {call.code}
                  </SiteLink>{' '}
                  <span className="text-soft">{call.status}</span>
                  <span className="block max-w-[36rem] text-soft [overflow-wrap:anywhere]">{call.detail}</span>
                </>
              }
              menu={null}
            >
              <Cell label="Key">
                <KeyName call={call} keys={keys} />
              </Cell>
              <Cell label="Operation">{operationOf(call)}</Cell>
              <Cell label="Time">{moment.format(new Date(call.occurred_at))}</Cell>
            </Row>
          ))}
        </RowTable>
      )}
    </>
  )
}

const operationOf = ({ operation, item_count: items }: FailedCall) =>
  items === null ? operation : `${operation}, ${formatNumber(items)} ${items === 1 ? 'item' : 'items'}`

function KeyName({ call: { key_id: keyId }, keys }: { call: FailedCall; keys: Errors['keys'] }) {
  if (keyId === null) return 'Connected app'
  const key = keys.find(({ id }) => id === keyId)
  if (!key) return keyId
  return (
    <span className="[overflow-wrap:anywhere]">
      {key.name} {key.isRevoked && <span className="font-medium text-limit">(revoked) </span>}
      <KeyStart start={key.start} end={key.end} className="text-soft" />
    </span>
  )
}

const Note = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="px-5 py-6">
    <p className="font-medium">{title}</p>
    <p className="mt-1 max-w-[36rem] text-soft">{children}</p>
  </Card>
)
