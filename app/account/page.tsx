import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { requireAccount } from '@/app/require-account'
import { AccountActivity } from '@/components/account/activity-section'
import { Alerts } from '@/components/account/alerts-section'
import { Apps } from '@/components/account/apps-section'
import { Email, FirstPassword, Password } from '@/components/account/credential-sections'
import { DashboardPage } from '@/components/account/dashboard-page'
import { AccountCopy, DeleteAccount } from '@/components/account/data-sections'
import { Devices } from '@/components/account/devices-section'
import { Passkeys } from '@/components/account/passkeys-section'
import { CurrentPlan } from '@/components/account/plan-section'
import { Section } from '@/components/account/section'
import { TwoStep } from '@/components/account/two-step-section'
import { Note, TextLink } from '@/components/sign-in/notes'
import { ReloadOnReturn } from '@/components/site/reload-on-return'
import { firstPage, readAccountLog } from '@/server/audit/log'
import { billingStatus } from '@/server/billing/status'
import { alertMail, readAlertSettings } from '@/server/mail/alert-settings'
import { mailMode } from '@/server/mail/mode'
import { connectedApps } from '@/server/sign-in/connected-apps'
import { ownAccount } from '@/server/sign-in/own-account'
import { operatorStatus } from '@/server/sign-in/session'
import { passkeyHost } from '@/server/sign-in/sign-in-options'

export const metadata: Metadata = { title: 'Account' }

export default async function AccountPage() {
  const account = await requireAccount('/account')
  if (!account) return <OutOfReach />
  const { accountId, email, emailVerified } = account
  const [{ hasPassword, recoveryCodesLeft, passkeys, sessions }, status, apps, alerts, activity] = await Promise.all([
    ownAccount(accountId, await headers()),
    billingStatus(accountId),
    connectedApps(accountId),
    readAlertSettings(accountId),
    readAccountLog(accountId, firstPage),
  ])
  const mail = mailMode() !== 'off'
  return (
    <DashboardPage account={account} title="Account" description="Manage your sign-in, plan, alerts and data.">
      <ReloadOnReturn />
      <div className="grid max-w-[58rem] gap-8">
        <Section title="Plan and billing">
          <CurrentPlan status={status} />
        </Section>
        <Section title="Email">
          <Email email={email} verified={emailVerified} mail={mail} />
        </Section>
        <Section title="Password">
          {hasPassword ? <Password email={email} /> : <FirstPassword email={email} mail={mail} />}
        </Section>
        <Section title="Two-step verification">
          <TwoStep hasPassword={hasPassword} codesLeft={recoveryCodesLeft} />
        </Section>
        <Section title="Passkeys">
          <Passkeys passkeys={passkeys} host={passkeyHost()} hasPassword={hasPassword} />
        </Section>
        <Section title="Devices">
          <Devices sessions={sessions} />
        </Section>
        <Section title="Connected apps" id="apps">
          <Apps apps={apps} />
        </Section>
        <Section title="Alerts" id="alerts">
          <Alerts settings={alerts} mail={alertMail(account)} />
        </Section>
        <Section title="Activity">
          <AccountActivity first={activity} />
        </Section>
        {operatorStatus(account) !== 'none' && (
          <Section title="Operator">
            <p>You run this server. Its health, costs and accounts are on the operator page.</p>
            <p>
              <TextLink href="/operator">Open the operator page</TextLink>
            </p>
          </Section>
        )}
        <Section title="Your data">
          <AccountCopy />
        </Section>
        <Section title="Delete account" isDangerous>
          <DeleteAccount hasPassword={hasPassword} pays={status.portal} />
        </Section>
      </div>
    </DashboardPage>
  )
}

const OutOfReach = () => (
  <DashboardPage account={null} title="Account" description="Manage your sign-in, plan, alerts and data.">
    <div className="grid max-w-[34rem] gap-4">
      <Note tone="limit">Your account couldn’t be loaded. Nothing is lost; try again in a moment.</Note>
      <p>
        <a href="/account" className="font-medium underline decoration-edge underline-offset-4 hover:decoration-ink">
          Try again
        </a>
      </p>
    </div>
  </DashboardPage>
)
