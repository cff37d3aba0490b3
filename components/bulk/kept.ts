import type { BulkPlan } from './input-lines'
import type { Outcome } from './outcome'

/** What this tab holds of the bulk page, so that a reload, or a phone that drops the page, loses nothing. */
const places = { draft: 'pinref.bulk', run: 'pinref.bulk.run' }

/** Another form of what is kept gets another number; what was kept in an older one is passed over. */
const version = 1

/** A run as far as it has come. */
export interface KeptRun {
  plan: BulkPlan
  outcomes: readonly Outcome[]
}

/** Keeps the lines that are being put together, also to hand them to the bulk page from elsewhere. */
export const keepDraft = (storage: Pick<Storage, 'setItem'>, text: string) => keep(storage, places.draft, text)

/** The lines that were being put together; empty where there are none. */
export const keptDraft = (storage: Pick<Storage, 'getItem'>): string => kept(storage, places.draft)

export const keepRun = (storage: Pick<Storage, 'setItem'>, { plan, outcomes }: KeptRun) =>
  keep(storage, places.run, JSON.stringify({ version, plan, outcomes }))

/** The run that was kept, null where there is none. What was being asked for when it broke off waits again. */
export function keptRun(storage: Pick<Storage, 'getItem'>): KeptRun | null {
  try {
    const run = JSON.parse(kept(storage, places.run))
    if (run?.version !== version || run.plan.jobs.length !== run.outcomes.length) return null
    const { plan, outcomes } = run as KeptRun
    return { plan, outcomes: outcomes.map((outcome) => (outcome.state === 'asking' ? { state: 'waiting' } : outcome)) }
  } catch {
    return null
  }
}

/** A browser may refuse, or be full; then a reload loses it, as it would have. */
function keep(storage: Pick<Storage, 'setItem'>, place: string, text: string): void {
  try {
    storage.setItem(place, text)
  } catch {}
}

function kept(storage: Pick<Storage, 'getItem'>, place: string): string {
  try {
    return storage.getItem(place) ?? ''
  } catch {
    return ''
  }
}
