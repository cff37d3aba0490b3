import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageSession } from '@/app/page-session'
import { SuspendedNote } from '@/components/account/suspended-note'
import { BatchesPage } from '@/components/batches/batches-page'
import { BulkPage } from '@/components/bulk/bulk-page'
import { Hill } from '@/components/site/scenery'
import { shareCard } from '@/components/site/share-card'
import { ApiProvider } from '@/components/trpc/client'
import { maxLines } from '@/server/batches/limits'
import { env } from '@/server/env'
import { queueKind } from '@/server/queue/queue'

export const generateMetadata = (): Metadata => ({
  ...shareCard('/bulk'),
  title: 'Bulk',
  description:
    'Look up many Google Maps links, place ids, CIDs and business names at a time, and download the answers as CSV, Excel or JSON Lines.',
})

interface PageProps {
  searchParams: Promise<{ batch?: string | string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const { batch } = await searchParams
  const id = typeof batch === 'string' && /^\w{1,40}$/.test(batch) ? batch : null
  const { account, unavailable } = await pageSession()
  if (id !== null && account === null && !unavailable)
    redirect(`/sign-in?next=${encodeURIComponent(`/bulk?batch=${id}`)}`)
  const { MAP_HOST, REVIEW_HOST } = env()
  const hasBatches = queueKind() !== null
  return (
    <div className="mx-auto max-w-[76rem] px-4 pt-6 pb-16 sm:px-6 lg:pt-10">
      <Hill />
      <h1 className="text-display font-semibold">Look up many links at once</h1>
      <p className="mt-4 mb-8 max-w-[38rem] text-lg text-soft">
        Identifiers and review links are read in your browser, free. Names, ratings and short links need lookups: each
        listing is looked up once, and failed lookups cost nothing.
      </p>
      <noscript>
        <p className="mb-8 max-w-[34rem] border-l-4 border-limit pl-3">
          This page needs JavaScript. The REST API doesn’t.
        </p>
      </noscript>
      {account && <SuspendedNote accountId={account.accountId} />}
      <ApiProvider>
        {hasBatches && (account || id !== null) ? (
          <BatchesPage batch={id} maxLines={maxLines} hosts={{ MAP_HOST, REVIEW_HOST }} />
        ) : (
          <BulkPage maxLines={maxLines} hasBatches={hasBatches && !account} hosts={{ MAP_HOST, REVIEW_HOST }} />
        )}
      </ApiProvider>
    </div>
  )
}
