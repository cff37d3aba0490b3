import { readWatchLoad, type WatchLoad } from '@/server/features/watchlists/schedule'
import { monthsBack } from '@/server/metering/access/calendar'
import type { ListingSource } from '@/server/places/sources/listing-source'
import { sourceKind } from '@/server/places/sources/source'
import { costBySku, daysOfMonth } from '@/server/places/upstream/cost'
import { readSpending } from '@/server/places/upstream/spending'
import type { QueueDepth } from '@/server/platform/queue/job-queue'
import { queueDepths } from '@/server/platform/queue/queue'
import { env } from '@/server/platform/settings/env'
import { roundTripMs } from '@/server/platform/store/round-trip'
import type { StorePolicy } from '@/server/platform/store/state-names'
import { faultText, warningText } from '@/server/platform/store/store-advice'
import { probeStore, storePolicy, storeWarnings } from '@/server/platform/store/store-state'
import { distanceHint, setupHints } from './setup-hints'

/** The calls to Google in a UTC month. */
interface GoogleMonth {
  /** `2026-11`. */
  month: string
  calls: number
  /** How many of these calls Google may bill. */
  billable: number
  /** The maximum cost of these calls, in unrounded US cents. */
  costCents: number
}

/** The server's state and its spending. */
export interface Overview {
  source: ListingSource['kind']
  /** Hints about features that can still be set up. */
  hints: string[]
  /** How long a round trip to the store takes. */
  storeMs: number
  /** Problems with a store that still responds: what each problem means, and what to do about it. */
  storeWarnings: string[]
  storePolicy: StorePolicy
  /** The work that is waiting in each lane of the queue; empty if the queue does not report it. */
  queue: QueueDepth[]
  watching: WatchLoad
  /** When the responding process was started, epoch seconds. */
  startedSeconds: number
  /** Billable calls per UTC day. */
  dailyCap: number
  /** Billable calls per calendar month, UTC; null if the daily cap is the only one. */
  monthlyCap: number | null
  /** Today's billable calls, UTC. */
  billableToday: number
  /** The current month and the previous one. */
  months: GoogleMonth[]
}

/** @throws PinrefError `store_unavailable`. */
export async function readOverview(): Promise<Overview> {
  const storeMs = Math.round(await roundTripMs())
  const [probe, policy, queue, watching, { billable: billableToday }, ...months] = await Promise.all([
    probeStore(),
    storePolicy(),
    queueDepths(),
    readWatchLoad(),
    readSpending(),
    ...monthsBack(Date.now(), 2).map(readGoogleMonth),
  ])
  const warnings = storeWarnings(policy).map((warning) => warningText(warning, policy))
  const fault = faultText(probe)
  return {
    source: sourceKind(),
    hints: [...setupHints(), ...distanceHint(storeMs)],
    storeMs,
    storeWarnings: fault === null ? warnings : [fault, ...warnings],
    storePolicy: policy,
    queue,
    watching,
    startedSeconds: Math.floor(Date.now() / 1000 - process.uptime()),
    dailyCap: env().UPSTREAM_DAILY_CAP,
    monthlyCap: env().UPSTREAM_MONTHLY_CAP ?? null,
    billableToday,
    months,
  }
}

/** @param month `2026-11`. */
async function readGoogleMonth(month: string): Promise<GoogleMonth> {
  const count = daysOfMonth(month)
  const names = Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
  const days = await Promise.all(names.map(readSpending))
  const skus = costBySku(days)
  const sum = (figures: readonly number[]) => figures.reduce((all, one) => all + one, 0)
  return {
    month,
    calls: sum(skus.map(({ calls }) => calls)),
    billable: sum(days.map(({ billable }) => billable)),
    costCents: sum(skus.map(({ costCents }) => costCents)),
  }
}
