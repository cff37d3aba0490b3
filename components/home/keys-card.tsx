import { formatCalls } from '@/components/format/number'
import { KeyStart, TestMark } from '@/components/keys/key-names'
import type { Outputs } from '@/components/trpc/client'
import { HomeCard } from './home-card'

/** How many keys are shown. */
const few = 3

/** The keys that were used most this month. */
export function KeysCard({ usage }: { usage: Outputs['home']['usage'] | undefined }) {
  const keys = [...(usage?.keys ?? [])].sort((a, b) => b.used - a.used)
  const more = keys.length === 0 ? 'Create a key' : keys.length > few ? `All ${keys.length} keys` : 'Manage keys'
  return (
    <HomeCard title="API keys" more={['/keys', more]}>
      {!usage ? null : keys.length === 0 ? (
        <p className="text-soft">No keys yet. With one, your own programs make the same lookups over the API.</p>
      ) : (
        <ul className="divide-y divide-rule">
          {keys.slice(0, few).map(({ id, name, start, test, used }) => (
            <li key={id} className="py-2 text-sm">
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
                  {name}
                  {test && <TestMark />}
                </span>
                <span className="shrink-0">{formatCalls(used)}</span>
              </span>
              <KeyStart start={start} className="block text-soft" />
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  )
}
