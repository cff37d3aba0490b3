import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { requireAccount } from '@/app/require-account'
import { AccountActivity } from '@/components/account/activity-section'
import { Alerts } from '@/components/account/alerts-section'
import { Apps } from '@/components/account/apps-section'
import { Email, Password } from '@/components/account/credential-sections'
import { DashboardPage } from '@/components/account/dashboard-page'
import { AccountCopy, DeleteAccount } from '@/components/account/data-sections'
import { Devices } from '@/components/account/devices-section'
import { Passkeys } from '@/components/account/passkeys-section'
import { CurrentPlan } from '@/components/account/plan-section'
import { Group, Section, Sections } from '@/components/account/sections'
import { TwoStep } from '@/components/account/two-step-section'
import { Note } from '@/components/sign-in/notes'
import { ReloadOnReturn } from '@/components/site/reload-on-return'
import { buttonClasses } from '@/components/ui/button'
import { SiteLink } from '@/components/ui/site-link'
import { accessFor } from '@/server/entrances/mcp/app-access'
import { firstPage, readAccountLog } from '@/server/features/audit/log'
import { billingStatus } from '@/server/features/billing/status'
import { alertMail, readAlertSettings } from '@/server/features/mail/alert-settings'
import { mailMode } from '@/server/features/mail/mode'
import { connectedApps } from '@/server/features/sign-in/connected-apps'
import { ownAccount } from '@/server/features/sign-in/own-account'
import { operatorStatus } from '@/server/features/sign-in/session'
import { passkeyHost } from '@/server/features/sign-in/sign-in-options'

export const metadata: Metadata = { title: 'Account' }

export default async function AccountPage() {
  const account = await requireAccount('/account')
  if (!account) return <OutOfReach />
  const { accountId, personId, email, emailVerified } = account
  const [{ passwordSet, recoveryCodesLeft, passkeys, sessions }, status, apps, alerts, activity] = await Promise.all([
    ownAccount(personId, await headers()),
    billingStatus(accountId),
    connectedApps(personId),
    readAlertSettings(personId),
    readAccountLog({ accountId, personId }, firstPage),
  ])
  const mail = mailMode() !== 'off'
  const hasPassword = passwordSet !== null
  const isOperator = operatorStatus(account) !== 'none'
  return (
    <DashboardPage account={account} title="Account" description="Manage your sign-in, plan, alerts, and data.">
      <ReloadOnReturn />
      <Sections isOperator={isOperator}>
        <Group name="General">
          <CurrentPlan status={status} />
          <Email email={email} verified={emailVerified} mail={mail} />
          <Alerts settings={alerts} mail={alertMail(account)} />
          {isOperator && (
            <Section
              id="operator"
              value="You run this server. Its health, costs, and accounts are on the operator page."
              action={
                <SiteLink href="/operator" aria-label="Open the operator page" className={buttonClasses()}>
                  Open
                </SiteLink>
              }
            />
          )}
        </Group>
        <Group name="Security">
          <Password email={email} set={passwordSet} mail={mail} />
          <TwoStep hasPassword={hasPassword} codesLeft={recoveryCodesLeft} />
          <Passkeys passkeys={passkeys} host={passkeyHost()} hasPassword={hasPassword} />
          <Devices sessions={sessions} />
          <Apps apps={apps.map((app) => ({ ...app, access: accessFor(app.scopes, app.account.role) }))} />
          <AccountActivity first={activity} />
        </Group>
        <Group name="Your data">
          <AccountCopy />
          <DeleteAccount hasPassword={hasPassword} pays={status.portal} />
        </Group>
      </Sections>
    </DashboardPage>
  )
}

const OutOfReach = () => (
  <DashboardPage account={null} title="Account" description="Manage your sign-in, plan, alerts, and data.">
    <div className="grid max-w-[34rem] gap-4">
      <Note tone="limit">Your account couldn’t be loaded. Your data is safe. Try again in a moment.</Note>
      <p>
        <a href="/account" className="font-medium underline decoration-edge underline-offset-4 hover:decoration-ink">
          Try again
        </a>
      </p>
    </div>
  </DashboardPage>
)
