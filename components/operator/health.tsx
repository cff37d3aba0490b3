import type { ReactNode } from 'react'
import { AnswerCard } from '@/components/ui/card'
import { CheckIcon } from '@/components/ui/icons'
import { type Overview, runningWords } from './spending-words'

const sources = { places: 'Google Places', sample: 'Sample listings' } as const

/** The state of the server. The data comes from the store, so if this is shown, the store works. */
export function Health({ overview }: { overview: Overview }) {
  const { source, hints, storeMs, storeWarnings, storePolicy, startedSeconds } = overview
  return (
    <AnswerCard aria-label="Health">
      <h2 className="mb-3 text-title font-semibold">Health</h2>
      <dl className="text-sm">
        <Line name="Store">
          <span className="flex items-center gap-1.5">
            <span className="text-done">
              <CheckIcon />
            </span>
            Responds in {storeMs < 1 ? 'less than 1' : storeMs} ms
          </span>
        </Line>
        <Line name="Store settings">{policyWords(storePolicy)}</Line>
        <Line name="Listings">{sources[source]}</Line>
        <Line name="This process">up for {runningWords(startedSeconds, Date.now())}</Line>
      </dl>
      {storeWarnings.length > 0 && (
        <ul aria-label="Warnings" className="mt-2 grid gap-2 border-t border-rule pt-3 text-sm text-limit">
          {storeWarnings.map((warning) => (
            <li key={warning} className="[overflow-wrap:anywhere]">
              {warning}
            </li>
          ))}
        </ul>
      )}
      {hints.length > 0 && (
        <ul aria-label="Setup" className="mt-2 grid gap-2 border-t border-rule pt-3 text-sm text-soft">
          {hints.map((hint) => (
            <li key={hint} className="[overflow-wrap:anywhere]">
              {hint}
            </li>
          ))}
        </ul>
      )}
    </AnswerCard>
  )
}

/** A managed store may not report its settings. */
function policyWords({ eviction, appendOnly }: Overview['storePolicy']): string {
  const file = appendOnly === null ? 'append-only file unknown' : `append-only file ${appendOnly ? 'on' : 'off'}`
  return `${eviction ?? 'Eviction unknown'}, ${file}`
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[7rem_1fr] gap-x-3 border-t border-rule py-2.5">
    <dt className="font-medium">{name}</dt>
    <dd>{children}</dd>
  </div>
)
