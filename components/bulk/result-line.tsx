import { memo } from 'react'
import { formatNumber } from '@/components/format/number'
import { classNames } from '@/components/ui/class-names'
import { CheckIcon, ClockIcon, StrayIcon } from '@/components/ui/icons'
import type { PlannedLine } from './input-lines'
import type { Outcome } from './outcome'

interface ResultLineProps {
  line: PlannedLine
  /** Undefined where the line cannot be read. */
  outcome: Outcome | undefined
}

/** One line and its outcome. Rendered again only when that changes, and laid out only while on screen. */
export const ResultLine = memo(function ResultLine({ line, outcome }: ResultLineProps) {
  const { number, text, fault, sameAs } = line
  const state = outcome?.state ?? 'failed'
  return (
    <li
      data-state={state}
      className="grid grid-cols-[2.75rem_1fr] gap-x-3 border-t border-rule py-2.5 text-sm [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] sm:grid-cols-[2.75rem_minmax(0,5fr)_minmax(0,6fr)]"
    >
      <span className="text-right font-mono text-soft">{number}</span>
      <span className="min-w-0">
        <span className="block truncate font-mono text-[0.8125rem] leading-5">{text}</span>
        {sameAs !== null && <span className="text-soft">Same as line {sameAs}: looked up once</span>}
      </span>
      <span className="col-start-2 flex min-w-0 gap-2 sm:col-start-3">
        <span className={classNames('mt-0.5', marks[state].look)}>{marks[state].icon}</span>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {outcome ? <OutcomeText outcome={outcome} /> : <span className="text-soft">{fault}</span>}
        </span>
      </span>
    </li>
  )
})

const marks = {
  waiting: { icon: <ClockIcon />, look: 'text-soft' },
  asking: { icon: <ClockIcon />, look: 'text-ink' },
  found: { icon: <CheckIcon />, look: 'text-done' },
  failed: { icon: <StrayIcon />, look: 'text-limit' },
}

function OutcomeText({ outcome }: { outcome: Outcome }) {
  if (outcome.state === 'waiting') return <span className="text-soft">Waiting</span>
  if (outcome.state === 'asking') return 'Looking up'
  if (outcome.state === 'failed') {
    const { title, detail } = outcome.problem
    return (
      <>
        <span className="block font-medium">{title}</span>
        <span className="text-soft">{detail}</span>
      </>
    )
  }
  const { title, cid, place_id, rating, reviews_count, maps_url, status } = outcome.listing
  return (
    <>
      <a
        href={maps_url}
        target="_blank"
        rel="noreferrer"
        dir="auto"
        className="block font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        {title ?? place_id ?? 'Name not known'}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      <span className="text-soft">
        {status === 'moved' && <span className="font-medium text-limit">Moved · </span>}
        {rating !== null &&
          `${rating} of 5, ${reviews_count === null ? 'unknown' : formatNumber(reviews_count)} reviews · `}
        CID <span className="font-mono text-[0.8125rem] text-ink">{cid}</span>
      </span>
    </>
  )
}
