import type { ComponentProps, ReactNode } from 'react'
import { formatDollars, formatMonthlyPrice } from '@/components/format/money'
import { formatCalls, formatNumber } from '@/components/format/number'
import { checksCount } from '@/components/pricing/plan-words'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { longestName } from '@/server/features/batches/batch'
import * as batches from '@/server/features/batches/limits'
import { billingMode } from '@/server/features/billing/status'
import * as watch from '@/server/features/watchlists/limits'
import type { EventType } from '@/server/features/watchlists/listing'
import { isWatching } from '@/server/features/watchlists/schedule'
import { type ListingState, periodMs, periods } from '@/server/features/watchlists/watchlist'
import { plans } from '@/server/metering/access/limits'
import { ceilingOfClosureChecks } from '@/server/places/upstream/cost'
import type { ErrorCode } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'
import { maxJsonDepth } from '@/server/platform/runtime/input'
import { env } from '@/server/platform/settings/env'
import { errorHelp } from './error-help'
import { InlineMarkdown } from './markdown'
import { Code } from './prose'
import type { settingGroups } from './settings'

/*
 * The docs' tables of facts that come from the code.
 */

type Table = Omit<ComponentProps<typeof FactTable>, 'caption'>

/** Returns a row for each name, shown as code, with its meaning. */
export const codeRows = (meanings: Readonly<Record<string, ReactNode>>): Table['rows'] =>
  Object.entries(meanings).map(([name, meaning]) => ({ key: name, cells: [<Code key="name">{name}</Code>, meaning] }))

const limitTable = (limits: ReadonlyArray<[limit: string, maximum: string]>): Table => ({
  columns: ['Limit', 'Maximum'],
  rows: limits.map((cells) => ({ key: cells[0], cells })),
})

export function quotaTable(): Table {
  const watched = (count: string) => (isWatching() ? [count] : [])
  const price = (price: string) => (billingMode() === 'on' ? [price] : [])
  const visitor = ['Visitor (no key)', `${formatCalls(env().FREE_DAILY_QUOTA)} a day`, 'at 00:00 UTC']
  return {
    columns: ['Who', 'Calls', 'Resets', ...watched('Watched listings'), ...price('Price')],
    rows: [
      { key: 'visitor', cells: [...visitor, ...watched('none'), ...price('free')] },
      ...plans().map((plan) => ({
        key: plan.id,
        cells: [
          plan.name,
          plan.monthlyQuota === null ? 'no limit' : `${formatCalls(plan.monthlyQuota)} a month`,
          plan.monthlyQuota === null ? 'never' : 'on the first of the month, 00:00 UTC',
          ...watched(plan.watched === null ? 'no limit' : plan.watched === 0 ? 'none' : formatNumber(plan.watched)),
          ...price(formatMonthlyPrice(plan.monthlyPriceCents)),
        ],
      })),
    ],
  }
}

export const memberTable = (): Table =>
  limitTable(
    plans().map((plan): [string, string] => [
      plan.name,
      plan.members === null ? 'No limit' : formatNumber(plan.members),
    ]),
  )

/** Returns whether checks of watched listings count as calls, as a sentence. */
export const checkWords = (): string =>
  ({
    never: 'Checks don’t count as calls.',
    sometimes: 'On some plans, each check counts as a call.',
    always: 'Each check counts as a call.',
  })[checksCount(plans())]

export const planTable = (): Table => ({
  columns: ['Plan', 'Calls per month', 'Price'],
  rows: plans().map(({ id, name, monthlyQuota, monthlyPriceCents }) => ({
    key: id,
    cells: [
      name,
      monthlyQuota === null ? 'no limit' : formatCalls(monthlyQuota),
      formatMonthlyPrice(monthlyPriceCents),
    ],
  })),
})

const mebibytes = (bytes: number) => `${formatNumber(bytes / 1024 / 1024)} MiB`

export const batchLimits = (): Table =>
  limitTable([
    ['Lines per batch', formatNumber(batches.maxLines)],
    ['Characters per line, including extra fields', formatNumber(batches.longestLine)],
    ['Characters per link', formatNumber(2_048)],
    [
      'CSV columns',
      `${batches.maxColumns}, with names up to ${batches.longestColumn} characters (${formatNumber(batches.longestHeading)} combined)`,
    ],
    ['JSON nesting levels', formatNumber(maxJsonDepth)],
    ['Request size', mebibytes(batches.maxBytes)],
    ['Batches per account', formatNumber(batches.maxBatches)],
    ['Characters in a batch name', formatNumber(longestName)],
    ['Lines across an account’s batches', formatNumber(batches.maxLinesStored)],
    ...plans().map(({ name, batchBytes }): [string, string] => [`Storage on ${name}`, mebibytes(batchBytes)]),
    ['Idempotency-Keys per account every 24 hours', formatNumber(batches.maxIdempotencyKeys)],
  ])

export const watchLimits = (): Table =>
  limitTable([
    ['Watchlists per account', formatNumber(watch.maxWatchlists)],
    ...plans().map(({ name, watched }): [string, string] => [
      `Listings in all watchlists on ${name}`,
      watched === null ? 'No limit' : formatNumber(watched),
    ]),
    ['Listings added per request', formatNumber(watch.maxAdded)],
    ['Characters in a listing’s name or reference', formatNumber(watch.maxReference)],
    ['Listings or events per page', formatNumber(watch.maxEntries)],
    ['Events per callback', formatNumber(watch.maxPosted)],
    ['Days that events are stored', formatNumber(watch.eventsMs / 86_400_000)],
    [
      'Events stored per watchlist',
      `${formatNumber(watch.eventsBesides)}, plus ${watch.eventsPerListing} for each listing`,
    ],
  ])

/** How many calls checking a listing for closure takes in a month, and what Google charges for them. */
export const closurePrices = () => ({
  columns: ['closures', 'Calls a month', 'Google’s price a month, at most'],
  rows: periods.map((period) => {
    const checks = periodMs.monthly / periodMs[period]
    return {
      key: period,
      cells: [
        <Code key="period">{period}</Code>,
        checks.toFixed(period === 'monthly' ? 0 : 2),
        formatDollars(Math.ceil(ceilingOfClosureChecks(checks) * 100) / 10_000),
      ],
    }
  }),
})

export const listingStates: Record<ListingState, string> = {
  unchecked: 'Not checked yet, or no source has the listing.',
  listed: 'The listing exists under the identifiers you added.',
  moved: 'The listing has new identifiers. Replace the ones you stored.',
  gone: 'The listing no longer exists. It stays in the watchlist in case it returns.',
  unreadable: 'The text you added contains no identifier, so it can’t be checked.',
}

export const watchEvents: Record<EventType, string> = {
  'listing.moved': 'The identifiers changed. listing has the new ones, and moved_from has the old ones.',
  'listing.gone': 'The listing no longer exists.',
  'listing.back': 'The listing exists again. If its identifiers changed, moved_from has the old ones.',
  'listing.closed': 'The business closed. business_status says whether permanently or temporarily.',
  'listing.reopened': 'The business is no longer closed.',
  'listing.unreadable': 'You added text without an identifier. detail says what’s wrong with the text.',
}

export const settingRows = ({ settings }: ReturnType<typeof settingGroups>[number]): Table['rows'] =>
  settings.map(({ name, meaning, preset, more }) => ({
    key: name,
    cells: [
      <Code key="name">{name}</Code>,
      preset === '' ? 'none' : <Code key="preset">{preset}</Code>,
      <InlineMarkdown key="meaning" text={more ? `${meaning} See \`docs/${more}\`.` : meaning} />,
    ],
  }))

interface ErrorTableProps {
  caption: string
  codes: readonly ErrorCode[]
}

export const ErrorTable = ({ caption, codes }: ErrorTableProps) => (
  <FactTable
    caption={caption}
    columns={['Code', 'Status', 'Meaning']}
    rows={codes.map((code) => ({
      key: code,
      cells: [
        <SiteLink key="code" href={`/docs/errors/${code}`} className="font-mono text-[0.8125rem]">
          {code}
        </SiteLink>,
        problems[code].status,
        errorHelp[code].meaning,
      ],
    }))}
  />
)
