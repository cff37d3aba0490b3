import { formatNumber } from '@/components/format/number'
import { durationBound, durationBounds, objective, standingOf, sumOf } from '@/server/metering/usage/counts'
import type { AnswerCounts } from '@/server/metering/usage/read-counts'
import type { ListingSource } from '@/server/places/sources/listing-source'
import { ApiCheck, Check } from './api-check'
import { DayBars } from './day-bars'
import { answeredShare, boundWords, budgetWords, upstreamState } from './figures'

interface StatusProps {
  /** Null if the store does not respond. */
  counts: AnswerCounts | null
  source: ListingSource['kind']
}

/** The current and past status of the service. */
export function Status({ counts, source }: StatusProps) {
  return (
    <>
      <section aria-labelledby="now">
        <h2 id="now" className="text-title font-semibold">
          Now
        </h2>
        <dl className="mt-4 max-w-[44rem] border-b border-rule">
          <ApiCheck />
          <Check name="Accounts and quotas" state={counts ? 'up' : 'down'}>
            {counts ? 'Responding' : 'Not responding, so calls can’t be counted and aren’t accepted'}
          </Check>
          <Listings counts={counts} source={source} />
        </dl>
      </section>
      <section aria-labelledby="objective" className="mt-12">
        <h2 id="objective" className="text-title font-semibold">
          Our objective
        </h2>
        {counts ? (
          <Objective counts={counts} />
        ) : (
          <p className="mt-2 text-soft">These figures aren’t available right now.</p>
        )}
      </section>
      <section aria-labelledby="days" className="mt-12">
        <h2 id="days" className="text-title font-semibold">
          Last 90 days
        </h2>
        {counts ? (
          <Days counts={counts} />
        ) : (
          <p className="mt-2 text-soft">These figures aren’t available right now.</p>
        )}
      </section>
      <section aria-labelledby="speed" className="mt-12">
        <h2 id="speed" className="text-title font-semibold">
          Response times in the last 24 hours
        </h2>
        {counts ? (
          <Speed counts={counts} />
        ) : (
          <p className="mt-2 text-soft">These figures aren’t available right now.</p>
        )}
      </section>
      <Meaning />
    </>
  )
}

function Listings({ counts, source }: StatusProps) {
  if (source === 'sample') {
    return (
      <Check name="Listings" state="up">
        Sample data: names and ratings of some well-known places
      </Check>
    )
  }
  const { state, words } = counts ? upstreamState(counts.upstream) : { state: 'idle' as const, words: 'Unknown' }
  return (
    <Check name="Google Maps" state={state}>
      {words}
    </Check>
  )
}

function Objective({ counts }: { counts: AnswerCounts }) {
  const standing = standingOf(counts)
  const { calls, failed, budgetLeft, ownP99Ms } = standing
  const isTimed = counts.ownDurations.some((bound) => bound.calls > 0)
  const isFast = ownP99Ms !== null && ownP99Ms <= objective.p99Ms
  const last = durationBounds[durationBounds.length - 1] ?? 0
  return (
    <>
      <p className="mt-2 max-w-[44rem] text-soft">
        {objective.availability * 100}% of calls are answered, and 99 out of 100 responses take under {objective.p99Ms}{' '}
        ms, excluding failures and delays caused by Google or short links.
      </p>
      <dl className="mt-4 max-w-[44rem] border-b border-rule">
        <Check
          name={`Answered, last ${objective.days} days`}
          state={budgetLeft === null ? 'idle' : budgetLeft >= 0 ? 'up' : 'down'}
        >
          {calls === 0
            ? 'No calls yet'
            : `${answeredShare({ ok: calls - failed, failed })} of ${formatNumber(calls)} calls`}
        </Check>
        <Check name="Error budget" state={budgetLeft === null ? 'idle' : budgetLeft > 0 ? 'up' : 'down'}>
          {budgetWords(standing)}
        </Check>
        <Check name="Our own time (p99)" state={isTimed ? (isFast ? 'up' : 'down') : 'idle'}>
          {isTimed ? `${boundWords(ownP99Ms, last)} in the last 24 hours` : 'No calls yet'}
        </Check>
      </dl>
    </>
  )
}

function Days({ counts: { days } }: { counts: AnswerCounts }) {
  const sum = sumOf(days)
  const calls = sum.ok + sum.failed
  return (
    <>
      <p className="mt-2 max-w-[44rem] text-soft">
        {calls === 0 ? (
          'No calls have been counted yet. Each day appears here after its first call.'
        ) : (
          <>
            <strong className="font-semibold text-ink">{answeredShare(sum)}</strong> of {formatNumber(calls)} calls were
            answered.
          </>
        )}
      </p>
      <DayBars days={days} />
    </>
  )
}

function Speed({ counts: { durations } }: { counts: AnswerCounts }) {
  const [median, slowest] = [durationBound(durations, 0.5), durationBound(durations, 0.99)]
  if (median === undefined || slowest === undefined) {
    return <p className="mt-2 text-soft">No calls in the last 24 hours, so there’s nothing to measure.</p>
  }
  const last = durationBounds[durationBounds.length - 1] ?? 0
  return (
    <dl className="mt-4 flex flex-wrap gap-x-14 gap-y-5">
      <Figure name="Median (p50)">{boundWords(median, last)}</Figure>
      <Figure name="99th percentile (p99)">{boundWords(slowest, last)}</Figure>
    </dl>
  )
}

const Figure = ({ name, children }: { name: string; children: string }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-sm text-soft">{name}</dt>
    <dd className="text-display font-semibold">{children}</dd>
  </div>
)

const Meaning = () => (
  <section aria-labelledby="meaning" className="mt-12 max-w-[40rem] text-soft">
    <h2 id="meaning" className="text-title font-semibold text-ink">
      What the numbers mean
    </h2>
    <ul className="mt-4 list-disc space-y-2 pl-5">
      <li>
        A call is a resolve, search, convert, or batch request, over the API or on this site. Calls rejected for a valid
        reason, such as an invalid link or a used-up quota, count as answered.
      </li>
      <li>
        A call failed if it returned a status of 500 or higher because of an error on our side. If Google or a short
        link failed, the call is neither answered nor failed here, but counts under “Google Maps” above. A call whose
        link doesn’t point to a listing counts as answered. Calls that never reached our servers can’t be counted.
      </li>
      <li>
        Times run from when a call arrives until its response is ready, excluding the network. Only successful single
        calls count. Times are grouped in steps such as 20, 50, and 100 ms, so they are upper bounds.
      </li>
      <li>
        The objective’s error budget is the share of calls that may fail: one in{' '}
        {formatNumber(Math.round(1 / (1 - objective.availability)))}.
      </li>
      <li>Days are UTC. Figures update within 30 seconds.</li>
    </ul>
    <p className="mt-4">
      For monitoring:{' '}
      <a
        href="/api/health/ready"
        className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        /api/health/ready
      </a>{' '}
      returns 200 while calls can be served, and 503 while they can’t.{' '}
      <a
        href="/api/status"
        className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        /api/status
      </a>{' '}
      returns the objective and these figures as JSON.
    </p>
  </section>
)
