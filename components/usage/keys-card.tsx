import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@/components/format/number'
import { sharedLeft } from '@/components/keys/key-facts'
import { KeyStart, TestMark } from '@/components/keys/key-names'
import { type Outputs, useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { SiteLink } from '@/components/ui/site-link'
import { monthName } from './month-words'

interface KeysCardProps {
  /** `2026-11`. */
  month: string
  isCurrent: boolean
}

/** A month's calls by key. */
export function KeysCard({ month, isCurrent }: KeysCardProps) {
  const trpc = useTRPC()
  const usage = useQuery(trpc.usage.keys.queryOptions({ month }))
  return (
    <Card className="p-4 sm:p-6">
      <section aria-labelledby="by-key-title" aria-busy={usage.isPending}>
        <h2 id="by-key-title" className="text-title font-semibold">
          Calls by key
        </h2>
        {usage.data ? (
          <KeysTable usage={usage.data} month={month} isCurrent={isCurrent} />
        ) : usage.error ? (
          <p className="mt-3 grid justify-items-start gap-3 text-soft">
            Calls by key couldn’t be loaded.
            <Button onClick={() => void usage.refetch()}>Try again</Button>
          </p>
        ) : (
          <div aria-hidden="true" className="mt-4 h-32 rounded-md bg-sunk" />
        )}
      </section>
    </Card>
  )
}

interface KeysTableProps extends KeysCardProps {
  usage: Outputs['usage']['keys']
}

function KeysTable({ usage, month, isCurrent }: KeysTableProps) {
  const { used, unused } = usedKeys(usage)
  const hasTestKey = used.some(({ test }) => test)
  return (
    <>
      {used.length + usage.other > 0 && (
        <table className="mt-3 w-full border-collapse text-sm">
          <caption className="sr-only">Calls by key in {monthName(month)}</caption>
          <thead>
            <tr>
              <th scope="col" className="py-2 text-left font-medium">
                Key
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                Calls
              </th>
            </tr>
          </thead>
          <tbody>
            {used.map((key) => (
              <tr key={key.id} className="border-t border-rule align-baseline">
                <th scope="row" className="py-2 pe-3 text-left font-normal [overflow-wrap:anywhere]">
                  {key.name}
                  {key.test && <TestMark />}
                  <KeyStart start={key.start} end={key.end} className="block text-soft" />
                </th>
                <td className="py-2 text-right whitespace-nowrap">
                  {formatNumber(key.used)}
                  {isCurrent && <KeyQuota of={key} />}
                </td>
              </tr>
            ))}
            {usage.other > 0 && (
              <tr className="border-t border-rule align-baseline">
                <th scope="row" className="py-2 pe-3 text-left font-normal">
                  Dashboard and revoked keys
                </th>
                <td className="py-2 text-right">{formatNumber(usage.other)}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      <p className="mt-3 text-sm text-soft">
        {unusedWords(unused, usage.keys.length)} {hasTestKey && 'Calls with test keys don’t count against your plan. '}
        <SiteLink href="/keys" className="underline underline-offset-4">
          Manage keys
        </SiteLink>
      </p>
    </>
  )
}

/** A key's monthly limit, and what is left of it if other keys' calls also count against it. */
function KeyQuota({ of: { used, limit, remaining } }: { of: UsageByKey['keys'][number] }) {
  const shared = sharedLeft(used, limit, remaining)
  return (
    <>
      {limit !== null && <span className="text-soft"> of {formatNumber(limit)}</span>}
      {shared !== null && (
        <span className="ms-auto block max-w-28 whitespace-normal text-soft">
          {formatNumber(shared)} left, shared with other keys
        </span>
      )}
    </>
  )
}

/** Describes how many of the account's keys weren't used in the month. */
function unusedWords(unused: number, all: number): string {
  if (all === 0) return 'This account has no keys.'
  if (unused === 0) return ''
  if (unused === all)
    return all === 1 ? 'Your key made no calls.' : `None of your ${formatNumber(all)} keys made calls.`
  return unused === 1 ? 'One other key made no calls.' : `${formatNumber(unused)} other keys made no calls.`
}

type UsageByKey = Outputs['usage']['keys']

interface UsedKeys {
  /** The keys with calls, most used first. */
  used: UsageByKey['keys']
  /** The number of keys without calls. */
  unused: number
}

/** Returns an account's keys used in a month, and the number of unused keys. */
function usedKeys({ keys }: UsageByKey): UsedKeys {
  const used = keys.filter((key) => key.used > 0).sort((a, b) => b.used - a.used)
  return { used, unused: keys.length - used.length }
}
