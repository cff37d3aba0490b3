import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ConnectForm } from '@/components/connect/connect-form'
import { FormPage } from '@/components/sign-in/form-page'
import { TextLink } from '@/components/sign-in/notes'
import { Note } from '@/components/ui/note'
import { accessFor } from '@/server/entrances/mcp/app-access'
import { accountsForApps, type RequestingApp, requestingApp } from '@/server/features/sign-in/connected-apps'
import { requirePerson } from '../require-account'

// The address contains the app's request.
export const metadata: Metadata = { title: 'Connect an app', referrer: 'no-referrer', robots: 'noindex' }

interface ConnectPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/**
 * Asks a person whether an app may use one of their accounts. better-auth redirects here, with the app's request as the
 * query.
 */
export default async function ConnectPage({ searchParams }: ConnectPageProps) {
  const query = queryOf(await searchParams)
  if (query.get('error') === 'busy') return <Busy />
  const app = await requestingApp(query)
  if (!app) return <CannotConnect />
  const path = `/connect?${query}`
  const person = await requirePerson(path)
  if (!person) return <CannotConnect />
  const all = await accountsForApps(person.personId)
  const [only] = all.length === 1 ? all : []
  if (all.length === 0) redirect(`/accounts?next=${encodeURIComponent(path)}`)
  const accounts = all.flatMap((account) => {
    const access = accessFor(app.scopes, account.role)
    return access.length === 0 ? [] : { ...account, access }
  })
  return (
    <FormPage
      title={`Connect ${app.name}?`}
      lead={
        <>
          This app wants to use Pinref as <Name>{person.email}</Name>
          {only && (
            <>
              {' '}
              in <Name>{only.name}</Name>
            </>
          )}
          .
        </>
      }
      foot={
        <p>
          You can disconnect it at any time on <TextLink href="/account#apps">your account page</TextLink>.
        </p>
      }
    >
      <ConnectForm accounts={accounts} suggested={person.member?.accountId}>
        <Fact title="It can’t">see or change your keys, your plan, or how you sign in.</Fact>
        <Fact title="Redirects">
          {app.returnHost === null ? (
            'to a program on this computer.'
          ) : (
            <>
              to <span className="font-mono [overflow-wrap:anywhere]">{app.returnHost}</span>.
            </>
          )}
        </Fact>
        <WhoVouches app={app} />
      </ConnectForm>
    </FormPage>
  )
}

const Name = ({ children }: { children: string }) => (
  <strong className="font-medium text-ink [overflow-wrap:anywhere]">{children}</strong>
)

const Fact = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <p>
    <span className="font-medium">{title}</span> {children}
  </p>
)

const WhoVouches = ({ app: { metadataHost, claimedHost } }: { app: RequestingApp }) =>
  metadataHost === null ? (
    <Note tone="limit">
      Pinref hasn’t verified this app’s name{claimedHost !== null && `, or that it comes from ${claimedHost}`}. Allow it
      only if you just added Pinref to it yourself.
    </Note>
  ) : (
    <p className="text-sm text-soft">
      This app is published at <span className="font-mono [overflow-wrap:anywhere]">{metadataHost}</span>. Allow it only
      if you just added Pinref to it yourself.
    </p>
  )

const CannotConnect = () => (
  <FormPage title="This app can’t be connected">
    <p>
      The request has expired, or Pinref no longer recognizes the app. Go back to the app, remove Pinref, and add it
      again.
    </p>
    <p className="mt-4">
      <TextLink href="/docs/mcp#apps">How to connect an app</TextLink>
    </p>
  </FormPage>
)

const Busy = () => (
  <FormPage title="Pinref can’t connect apps right now">
    <p>
      There are too many requests, or Pinref can’t reach its data. Wait a minute, then go back to the app and try again.
    </p>
  </FormPage>
)

/** Returns the query unchanged; a parameter may occur several times. */
function queryOf(params: Record<string, string | string[] | undefined>): URLSearchParams {
  const entries = Object.entries(params).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]))
  return new URLSearchParams(entries)
}
