import { classNames } from '@/components/ui/class-names'

const dayWords = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** Returns a day's name: "Nov 25, 2026". @param day `2026-11-25`, UTC. */
export const nameOf = ({ day }: { day: string }): string => dayWords.format(Date.parse(`${day}T00:00:00Z`))

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
