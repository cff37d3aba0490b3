import { formatNumber } from '@/components/format/number'
import { classNames } from '@/components/ui/class-names'
import { FigureTable } from '@/components/ui/figure-table'
import { type AnswerDay, sumOf } from '@/server/metering/usage/counts'
import { answeredShare, type Tone, toneOf } from './figures'

const bars: Record<Tone, string> = { none: 'bg-rule', good: 'bg-done', fair: 'bg-limit', poor: 'bg-ink' }

const legend: ReadonlyArray<[tone: Tone, words: string]> = [
  ['good', 'At most 0.1% failed'],
  ['fair', 'Up to 5%'],
  ['poor', 'Over 5%'],
  ['none', 'No calls'],
]

const dayWords = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** Returns a day's name: "Nov 25, 2026". @param day `2026-11-25`, UTC. */
export const nameOf = ({ day }: Pick<AnswerDay, 'day'>): string => dayWords.format(Date.parse(`${day}T00:00:00Z`))

/** A day in a strip: its name, what happened, and the color of its bar. */
interface StripDay {
  name: string
  words: string
  bar: string
}

interface DayStripProps {
  /** What the bars show, for screen readers. */
  summary: string
  days: readonly StripDay[]
  legend: ReadonlyArray<readonly [bar: string, words: string]>
}

/** A bar for each day up to today. */
export function DayStrip({ summary, days, legend }: DayStripProps) {
  return (
    <figure className="mt-5">
      <div role="img" aria-label={summary} className="flex h-10 gap-px sm:gap-0.5">
        {days.map(({ name, words, bar }) => (
          <span key={name} title={`${name}: ${words}`} className={classNames('min-w-0 flex-1 rounded-[1px]', bar)} />
        ))}
      </div>
      <div aria-hidden="true" className="mt-1.5 flex justify-between text-sm text-soft">
        <span>{days[0]?.name}</span>
        <span>Today</span>
      </div>
      <figcaption className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
        {legend.map(([bar, words]) => (
          <span key={bar} className="flex items-center gap-2">
            <span aria-hidden="true" className={classNames('h-3.5 w-1.5 rounded-[1px]', bar)} />
            {words}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** A bar for each day, and a table of the same figures. */
export function DayBars({ days }: { days: readonly AnswerDay[] }) {
  const withCalls = days.filter((day) => toneOf(day) !== 'none')
  const sum = sumOf(days)
  const summary = `Of ${formatNumber(sum.ok + sum.failed)} calls in ${days.length} days, ${formatNumber(sum.failed)} failed.`
  return (
    <>
      <DayStrip
        summary={summary}
        days={days.map((day) => ({ name: nameOf(day), words: titleOf(day), bar: bars[toneOf(day)] }))}
        legend={legend.map(([tone, words]) => [bars[tone], words])}
      />
      {withCalls.length > 0 && (
        <details className="mt-5">
          <summary className="w-fit rounded-sm py-1 text-sm font-medium underline decoration-edge underline-offset-4 hover:decoration-ink">
            Daily figures
          </summary>
          <div className="mt-3 max-w-[34rem]">
            <FigureTable
              caption="Calls by day, latest first"
              head="Day (UTC)"
              columns={['Calls', 'Failed', 'Answered']}
              rows={withCalls.toReversed().map((day) => ({ name: nameOf(day), figures: figuresOf(day) }))}
              sum={{ name: 'All', figures: figuresOf(sum) }}
            />
          </div>
        </details>
      )}
    </>
  )
}

const figuresOf = (counts: { ok: number; failed: number }) => [
  counts.ok + counts.failed,
  counts.failed,
  answeredShare(counts),
]

const titleOf = (day: AnswerDay) =>
  toneOf(day) === 'none' ? 'no calls' : `${formatNumber(day.ok + day.failed)} calls, ${formatNumber(day.failed)} failed`
