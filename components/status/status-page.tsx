import { LocalTime } from '@/components/format/local-time'
import type { ListingSource } from '@/server/places/sources/listing-source'
import type { Part, ServiceStatus, State, StateChange } from '@/server/platform/store/service-status'
import { ApiCheck, Check } from './api-check'

interface StatusProps {
  status: ServiceStatus
  source: ListingSource['kind']
}

const partNames: Record<Part, string> = {
  store: 'Accounts and quotas',
  google_details: 'Google Place Details',
  google_search: 'Google Text Search',
  google_legacy: 'Google’s older Places API',
  google_resolution: 'Google Resolution API',
  short_links: 'Short links',
}

const stateWords = (part: Part, state: State): string => {
  if (state === 'ok') return 'Responding'
  if (state === 'partial')
    return 'Not responding for some accounts, so their calls can’t be counted and aren’t accepted'
  return part === 'store' ? 'Not responding, so calls can’t be counted and aren’t accepted' : 'Most calls fail'
}

/** The current state of the service, and its last changes. */
export function Status({ status: { parts, changes }, source }: StatusProps) {
  return (
    <>
      <section aria-labelledby="now">
        <h2 id="now" className="text-title font-semibold">
          Now
        </h2>
        <dl className="mt-4 max-w-[44rem] border-b border-rule">
          <ApiCheck />
          {parts.map(({ part, state, timeMs }) => (
            <Check key={part} name={partNames[part]} state={state === 'ok' ? 'up' : 'down'}>
              {stateWords(part, state)}
              {state !== 'ok' && timeMs !== null && (
                <>
                  , since <At timeMs={timeMs} />
                </>
              )}
            </Check>
          ))}
          {source === 'sample' && (
            <Check name="Listings" state="up">
              Sample data: names and ratings of some well-known places
            </Check>
          )}
        </dl>
      </section>
      <section aria-labelledby="changes" className="mt-12 max-w-[44rem]">
        <h2 id="changes" className="text-title font-semibold">
          Last changes
        </h2>
        <Changes changes={changes} />
      </section>
      <Monitoring />
    </>
  )
}

function Changes({ changes }: Pick<ServiceStatus, 'changes'>) {
  if (changes === null) return <p className="mt-2 text-soft">The last changes aren’t available right now.</p>
  if (changes.length === 0) return <p className="mt-2 text-soft">No outages have been recorded.</p>
  return (
    <ol className="mt-4 border-b border-rule">
      {changes.map((change) => (
        <li
          key={`${change.part} ${change.timeMs}`}
          className="flex flex-wrap items-baseline gap-x-6 gap-y-0.5 border-t border-rule py-3"
        >
          <span className="w-52 text-soft">
            <At timeMs={change.timeMs} />
          </span>
          <span className="min-w-0 flex-1 basis-64">{changeWords(change)}</span>
        </li>
      ))}
    </ol>
  )
}

function changeWords({ part, state }: StateChange): string {
  if (state === 'ok') return `${partNames[part]}: responding again`
  if (state === 'partial') return `${partNames[part]}: not responding for some accounts`
  return `${partNames[part]}: ${part === 'store' ? 'not responding' : 'most calls fail'}`
}

const At = ({ timeMs }: { timeMs: number }) => <LocalTime at={new Date(timeMs).toISOString()} />

const Monitoring = () => (
  <section aria-labelledby="monitoring" className="mt-12 max-w-[40rem] text-soft">
    <h2 id="monitoring" className="text-title font-semibold text-ink">
      Monitoring
    </h2>
    <p className="mt-2">
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
      returns this page as JSON.
    </p>
  </section>
)
