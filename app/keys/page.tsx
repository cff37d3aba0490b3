import type { Metadata } from 'next'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { KeysPage } from '@/components/keys/keys-page'
import { SiteLink } from '@/components/ui/site-link'
import { planOf } from '@/server/metering/access/limits'
import { env } from '@/server/platform/settings/env'

export const metadata: Metadata = { title: 'API keys' }

interface PageProps {
  searchParams: Promise<{ welcome?: string | string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const { welcome } = await searchParams
  const chosen = planOf(typeof welcome === 'string' ? welcome : '')
  const account = await requireAccount(chosen ? `/keys?welcome=${chosen.id}` : '/keys')
  return (
    <DashboardPage
      account={account}
      title="API keys"
      description={
        <>
          Your programs send a key with every call. All keys share your plan’s{' '}
          <SiteLink href="/usage" className="underline decoration-edge underline-offset-4 hover:decoration-ink">
            monthly quota
          </SiteLink>
          .
        </>
      }
    >
      <KeysPage apiUrl={env().APP_URL} welcome={chosen} />
    </DashboardPage>
  )
}
