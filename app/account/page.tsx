import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { pageSession } from '@/app/page-session'
import { requirePerson } from '@/app/require-account'
import { AccountName, DeleteThisAccount, PersonName, Requirement } from '@/components/account/account-sections'
import { AccountActivity } from '@/components/account/activity-section'
import { Alerts } from '@/components/account/alerts-section'
import { Apps } from '@/components/account/apps-section'
import { Email, Password } from '@/components/account/credential-sections'
import { DashboardPage } from '@/components/account/dashboard-page'
import { DataCopy, DeleteAccount } from '@/components/account/data-sections'
import { Devices } from '@/components/account/devices-section'
import { Passkeys } from '@/components/account/passkeys-section'
import { CurrentPlan } from '@/components/account/plan-section'
import type { SectionId } from '@/components/account/section-index'
import { Group, Section, Sections } from '@/components/account/sections'
import { TwoStep } from '@/components/account/two-step-section'
import { nextPath } from '@/components/sign-in/next-path'
import { TextLink } from '@/components/sign-in/notes'
import { buttonClasses } from '@/components/ui/button'
import { Note } from '@/components/ui/note'
import { ReloadOnReturn } from '@/components/ui/reload-on-return'
import { SiteLink } from '@/components/ui/site-link'
import { accessFor } from '@/server/entrances/mcp/app-access'
import { firstPage, readAccountLog } from '@/server/features/audit/log'
import { billingStatus } from '@/server/features/billing/status'
import { alertMail, readAlertSettings } from '@/server/features/mail/alert-settings'
import { mailMode } from '@/server/features/mail/mode'
import { connectedApps } from '@/server/features/sign-in/connected-apps'
import { type JoinedAccount, joinedAccounts } from '@/server/features/sign-in/joined-accounts'
import { ownAccount } from '@/server/features/sign-in/own-account'
import { operatorStatus } from '@/server/features/sign-in/session'
import { passkeyHost } from '@/server/features/sign-in/sign-in-options'
import type { SignedIn } from '@/server/features/sign-in/signed-in'
import { readMembers } from '@/server/metering/access/members'
import { readProfile, shownName } from '@/server/metering/access/profile'

export const metadata: Metadata = { title: 'Account' }

interface PageProps {
  searchParams: Promise<{ next?: string | string[] }>
}

export default async function AccountPage({ searchParams }: PageProps) {
  const { next } = await searchParams
  const [person, { account }] = [await requirePerson('/account'), await pageSession()]
  if (!person) return <OutOfReach />
  const { personId, email, emailVerified } = person
  const [signIn, joined, apps, alerts, activity, inAccount] = await Promise.all([
    ownAccount(personId, await headers()),
    joinedAccounts(personId),
    connectedApps(personId),
    readAlertSettings(personId),
    account && readAccountLog(account, firstPage),
    account && accountFacts(account.accountId),
  ])
  const { passwordSet, recoveryCodesLeft, passkeys, sessions } = signIn
  const mail = mailMode() !== 'off'
  const hasPassword = passwordSet !== null
  const isOperator = operatorStatus(person) !== 'none'
  const isOwner = account?.role === 'owner'
  const isShared = inAccount !== null && inAccount.memberCount > 1
  const isAlone = inAccount !== null && !isShared && joined.length === 1
  const pays = isOwner && inAccount?.status.portal === true
  const without: SectionId[] = [
    ...(inAccount === null ? (['name', 'plan'] as const) : []),
    ...(isOwner && isShared ? [] : (['requirement'] as const)),
    ...(isOwner && !isAlone ? [] : (['delete-account'] as const)),
    ...(isOperator ? [] : (['operator'] as const)),
    ...(isAlone ? (['delete-person', 'person'] as const) : (['delete'] as const)),
  ]
  return (
    <DashboardPage account={account} title="Account" description="Manage your sign-in, plan, alerts, and data.">
      <ReloadOnReturn />
      <Required person={person} joined={joined} next={typeof next === 'string' ? next : undefined} />
      <Sections without={without}>
        {inAccount && (
          <Group name="This account">
            <AccountName name={inAccount.name} isOwner={isOwner} />
            <CurrentPlan status={inAccount.status} isOwner={isOwner} />
            {isOwner && isShared && <Requirement isOn={inAccount.requiresSecondFactor} />}
            {isOwner && !isAlone && <DeleteThisAccount name={inAccount.name} hasPassword={hasPassword} pays={pays} />}
          </Group>
        )}
        <Group name="You">
          {!isAlone && <PersonName name={person.name} />}
          <Email email={email} verified={emailVerified} mail={mail} />
          <Alerts settings={alerts} mail={alertMail(person)} />
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
          {activity && <AccountActivity first={activity} />}
        </Group>
        <Group name="Your data">
          <DataCopy isOwner={isOwner} />
          <DeleteAccount hasPassword={hasPassword} pays={pays} isAlone={isAlone} />
        </Group>
      </Sections>
    </DashboardPage>
  )
}

/** Reads what the page shows of the session's account. */
async function accountFacts(accountId: string) {
  const [status, { name, requiresSecondFactor }, members] = await Promise.all([
    billingStatus(accountId),
    readProfile(accountId),
    readMembers(accountId),
  ])
  return {
    status,
    name: shownName(name),
    requiresSecondFactor: requiresSecondFactor !== null,
    memberCount: members.length,
  }
}

interface RequiredProps {
  person: SignedIn
  joined: readonly JoinedAccount[]
  /** The page to continue with once the person has a second factor. */
  next: string | undefined
}

/** Asks for the second factor that the session's account requires, and links to the page that was left for it. */
function Required({ person: { member }, joined, next }: RequiredProps) {
  const path = nextPath(next)
  if (member?.lacksSecondFactor) {
    const name = joined.find(({ id }) => id === member.accountId)?.name
    return (
      <div className="mb-6 grid max-w-[46rem] gap-3">
        <Note tone="limit">
          {name} requires a second factor. Turn on two-step verification to continue. If you have no password, a passkey
          is enough.
        </Note>
        {joined.length > 1 && (
          <p>
            <TextLink href="/accounts">Open another account</TextLink>
          </p>
        )}
      </div>
    )
  }
  if (!member || path === null) return null
  return (
    <p className="mb-6">
      <TextLink href={path}>Continue</TextLink>
    </p>
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
