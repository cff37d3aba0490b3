import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@/components/format/number'
import { type Outputs, useTRPC } from '@/components/trpc/client'
import { SiteLink } from '@/components/ui/site-link'
import { alertThresholds } from '@/server/accounts/alerts/kinds'
import { AlertMark } from './quota-scale'

type Alerts = Outputs['account']['alerts']

/** Says where the quota's alerts are sent, with a link to change that. */
export function AlertLine({ alerts, limit }: { alerts: Alerts; limit: number }) {
  return (
    <p className="mt-2 text-sm text-soft">
      <AlertMark className="me-1.5 inline-block align-baseline" />
      {words(alerts, limit)}{' '}
      <SiteLink
        href="/account#alerts"
        className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        {alerts.settings.quota ? 'Change alerts' : 'Turn them on'}
      </SiteLink>
    </p>
  )
}

/** Returns the alerts of the account; undefined until they are known. */
export function useAlerts(wanted: boolean): Alerts | undefined {
  const trpc = useTRPC()
  return useQuery(trpc.account.alerts.queryOptions(undefined, { enabled: wanted })).data
}

function words({ settings, mail }: Alerts, limit: number): string {
  const [full, most] = alertThresholds
  const at = `${most}% (${formatNumber(Math.ceil((limit * most) / 100))} calls) and ${full}%`
  if (!settings.quota) return `Alerts at ${at} are turned off.`
  if (mail === 'smtp') return `You get an email at ${at}.`
  return mail === 'unconfirmed'
    ? `Confirm your email to get alerts at ${at}.`
    : `Alerts at ${at} can’t be sent from here yet.`
}
