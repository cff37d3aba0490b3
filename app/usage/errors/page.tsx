import type { Metadata } from 'next'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { errorHelp } from '@/components/docs/error-help'
import { SiteLink } from '@/components/ui/site-link'
import { ErrorsPage } from '@/components/usage/errors-page'

export const metadata: Metadata = { title: 'Recent errors' }

interface PageProps {
  searchParams: Promise<{ request?: string | string[]; key?: string | string[] }>
}

/** A request id or a key's id, if it has the right form; null otherwise. */
const idOf = (value: string | string[] | undefined) =>
  typeof value === 'string' && /^[\w-]{1,60}$/.test(value) ? value : null

export default async function Page({ searchParams }: PageProps) {
  const { request, key } = await searchParams
  const [requestId, keyId] = [idOf(request), idOf(key)]
  const query = requestId ? `?request=${requestId}` : keyId ? `?key=${keyId}` : ''
  const account = await requireAccount(`/usage/errors${query}`)
  return (
    <DashboardPage
      account={account}
      title="Recent errors"
      description={
        <>
          Failed calls with your keys in the last seven days. Failed calls don’t count against your{' '}
          <SiteLink href="/usage" className="underline decoration-edge underline-offset-4 hover:decoration-ink">
            quota
          </SiteLink>
          .
        </>
      }
    >
      <ErrorsPage key={query} requestId={requestId} keyId={keyId} help={errorHelp} />
    </DashboardPage>
  )
}
