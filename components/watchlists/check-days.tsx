import { formatNumber } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'
import { Card } from '@/components/ui/card'
import { FigureTable } from '@/components/ui/figure-table'
import { DayStrip, nameOf } from './day-strip'
import { changesWords } from './watchlist'

type Day = Outputs['watchlists']['view']['days'][number]

const shownDays = 30

const legend = [
  ['bg-limit', 'Changes'],
  ['bg-done', 'No changes'],
  ['bg-ink', 'Some checks failed'],
  ['bg-rule', 'No checks'],
] as const

/** The checks and changes of the last 30 days, as a strip of bars and as a table. */
export function CheckDays({ days }: { days: readonly Day[] }) {
  const all = lastDays(days, Date.now())
  const sum = (kind: Exclude<keyof Day, 'day'>) => all.reduce((total, day) => total + day[kind], 0)
  const total = {
    moved: sum('moved'),
    gone: sum('gone'),
    back: sum('back'),
    closed: sum('closed'),
    reopened: sum('reopened'),
  }
  const changes = changesWords(total)
  const summary = `${checksWords(sum('checks'))} in ${shownDays} days${changes === 'None' ? ', no changes' : `: ${changes}`}.`
  return (
    <Card className="p-4 sm:p-6">
      <section aria-labelledby="days-title">
        <h2 id="days-title" className="text-title font-semibold">
          Last 30 days
        </h2>
        <p className="mt-1 text-sm text-soft">{summary}</p>
        <DayStrip
          summary={summary}
          days={all.map((day) => ({ name: nameOf(day), words: wordsOf(day), bar: barOf(day) }))}
          legend={legend}
        />
        {days.length > 0 && (
          <details className="mt-5">
            <summary className="w-fit rounded-sm py-1 text-sm font-medium underline decoration-edge underline-offset-4 hover:decoration-ink">
              Daily figures
            </summary>
            <div className="mt-3 max-w-[40rem]">
              <FigureTable
                caption="Checks and changes by day, latest first"
                head="Day (UTC)"
                columns={['Moved', 'Gone', 'Back', 'Closed', 'Reopened', 'Failed', 'Checks']}
                rows={all
                  .filter((day) => wordsOf(day) !== none)
                  .toReversed()
                  .map((day) => ({ name: nameOf(day), figures: figuresOf(day) }))}
                sum={{ name: 'All', figures: figuresOf({ ...total, checks: sum('checks'), failed: sum('failed') }) }}
              />
            </div>
          </details>
        )}
      </section>
    </Card>
  )
}

/** Returns the last `shownDays` days, including those without checks, oldest first. */
export function lastDays(days: readonly Day[], nowMs: number): Day[] {
  const byDay = new Map(days.map((one) => [one.day, one]))
  return Array.from({ length: shownDays }, (_, index) => {
    const day = new Date(nowMs - (shownDays - 1 - index) * 86_400_000).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, checks: 0, failed: 0, moved: 0, gone: 0, back: 0, closed: 0, reopened: 0 }
  })
}

const figuresOf = ({ moved, gone, back, closed, reopened, failed, checks }: Omit<Day, 'day'>) => [
  ...[moved, gone, back, closed, reopened],
  ...[failed, checks],
]

const checksWords = (count: number) => `${formatNumber(count)} ${count === 1 ? 'check' : 'checks'}`

const none = 'no checks'

function wordsOf({ checks, failed, ...changes }: Day): string {
  const changed = changesWords(changes)
  const parts = [
    checks > 0 && checksWords(checks),
    changed !== 'None' && changed,
    failed > 0 && `${formatNumber(failed)} failed`,
  ]
  return parts.filter(Boolean).join(', ') || none
}

function barOf({ checks, failed, ...changes }: Day): string {
  if (changesWords(changes) !== 'None') return 'bg-limit'
  if (failed > 0) return 'bg-ink'
  return checks > 0 ? 'bg-done' : 'bg-rule'
}
