import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@/components/format/number'
import { planName, usePlans } from '@/components/pricing/plans'
import { type Outputs, useTRPC } from '@/components/trpc/client'
import { AnswerCard } from '@/components/ui/card'
import { SiteLink } from '@/components/ui/site-link'
import { alertThresholds } from '@/server/features/mail/alert-kinds'
import { forecastOf, forecastWords, todayWords } from './forecast'
import { monthName, resetWords } from './month-words'
import { AlertMark, QuotaScale } from './quota-scale'

type Usage = Outputs['usage']['month']

interface MonthCardProps {
  usage: Usage
  /** The previous month, to compare with; null if there is none or it isn't loaded yet. */
  before: Usage | null
  isCurrent: boolean
}

/** A month's calls; for the current month, its quota too. */
export function MonthCard({ usage, before, isCurrent }: MonthCardProps) {
  const { month, plan, used, limit, resetSeconds } = usage
  const { plans } = usePlans()
  const alerts = useAlerts(isCurrent && limit !== null)
  const nowMs = Date.now()
  const forecast = isCurrent ? forecastOf(usage, nowMs) : null
  const left = limit === null ? null : Math.max(0, limit - used)
  const isLow = limit !== null && isCurrent && used >= limit * 0.8
  return (
    <AnswerCard aria-label={monthName(month)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-title font-semibold">{monthName(month)}</h2>
        {isCurrent && <p className="text-sm text-soft">{planName(plans, plan)} plan</p>}
      </div>
      <p className="mt-3 text-soft">
        <span className="text-display font-semibold text-ink">{formatNumber(used)}</span>{' '}
        {isCurrent && limit !== null ? `of ${formatNumber(limit)} calls` : used === 1 ? 'call' : 'calls'}
      </p>
      {isCurrent && limit !== null && (
        <QuotaScale
          used={used}
          limit={limit}
          isLow={isLow}
          expected={forecast?.calls}
          alertsAt={alerts?.settings.quota ? alertThresholds : []}
        />
      )}
      <p className="mt-3 text-sm">
        {!isCurrent && 'This month is over. Its calls counted against the plan you had then.'}
        {isCurrent && left === null && 'Your plan is unlimited.'}
        {isCurrent && left !== null && (
          <>
            <span className={isLow ? 'font-medium text-limit' : 'font-medium'}>{formatNumber(left)} left.</span> Resets{' '}
            {resetWords(resetSeconds, nowMs)}.
          </>
        )}
      </p>
      {isLow && (
        <p className="mt-3 rounded-md bg-limit-wash px-3 py-2 text-sm font-medium text-limit">
          {left === 0
            ? 'Calls are rejected until then. A larger plan takes effect immediately: '
            : 'A larger plan takes effect with the next call: '}
          <SiteLink href="/pricing" className="underline underline-offset-4">
            see plans
          </SiteLink>
        </p>
      )}
      {isCurrent && (
        <div className="mt-3 grid gap-1.5 border-t border-rule pt-3 text-sm">
          <p>{todayWords(usage, before, nowMs)}</p>
          {forecast && <p>{forecastWords(forecast, usage)}</p>}
        </div>
      )}
      {isCurrent && limit !== null && alerts && <AlertLine alerts={alerts} limit={limit} />}
      {isCurrent && <WatchedLine />}
    </AnswerCard>
  )
}

/** Shows how many listings the account watches, if it has watchlists. */
function WatchedLine() {
  const { data } = useQuery(useTRPC().usage.current.queryOptions())
  const { watchlist_count = 0, listing_count = 0, max_listings = null } = data?.watching ?? {}
  if (watchlist_count === 0) return null
  const number =
    max_listings === null
      ? formatNumber(listing_count)
      : `${formatNumber(listing_count)} of ${formatNumber(max_listings)}`
  return (
    <p className="mt-2 text-sm text-soft tabular-nums">
      {number} {listing_count === 1 && max_listings === null ? 'listing' : 'listings'} watched.{' '}
      <SiteLink
        href="/watchlists"
        className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        Watchlists
      </SiteLink>
    </p>
  )
}

type Alerts = Outputs['account']['alerts']

/** Shows where quota alerts are sent, with a link to change that. */
function AlertLine({ alerts, limit }: { alerts: Alerts; limit: number }) {
  return (
    <p className="mt-2 text-sm text-soft">
      <AlertMark className="me-1.5 inline-block align-baseline" />
      {words(alerts, limit)}{' '}
      <SiteLink
        href="/account#alerts"
        className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        {alerts.settings.quota ? 'Change alerts' : 'Turn on alerts'}
      </SiteLink>
    </p>
  )
}

/** Returns the account's alerts; undefined until known. */
function useAlerts(isEnabled: boolean): Alerts | undefined {
  const trpc = useTRPC()
  return useQuery(trpc.account.alerts.queryOptions(undefined, { enabled: isEnabled })).data
}

function words({ settings, mail }: Alerts, limit: number): string {
  const [full, most] = alertThresholds
  const at = `${most}% (${formatNumber(Math.ceil((limit * most) / 100))} calls) and ${full}%`
  if (!settings.quota) return `Alerts at ${at} are turned off.`
  if (mail === 'smtp') return `You get an email at ${at}.`
  return mail === 'unconfirmed'
    ? `Confirm your email to get alerts at ${at}.`
    : `This server can’t send alerts at ${at} yet.`
}
