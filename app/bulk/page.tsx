import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageSession } from '@/app/page-session'
import { DashboardPage } from '@/components/account/dashboard-page'
import { batchAddress } from '@/components/batches/batch'
import { BulkBatch } from '@/components/batches/bulk-batch'
import { BulkPage } from '@/components/bulk/bulk-page'
import { shareCard } from '@/components/site/share-card'
import { ApiProvider } from '@/components/trpc/client'
import { Hill } from '@/components/ui/plain-page'
import { maxLines } from '@/server/features/batches/limits'
import { queueKind } from '@/server/platform/queue/queue'
import { env } from '@/server/platform/settings/env'

export const generateMetadata = (): Metadata => ({
  ...shareCard('/bulk'),
  title: 'Bulk',
  description:
    'Look up many Google Maps links, place ids, CIDs, and business names at once, and download the results as CSV, Excel, or JSON Lines.',
})

interface PageProps {
  searchParams: Promise<{ batch?: string | string[] }>
}

export default async function Page({ searchParams }: PageProps) {
  const { batch } = await searchParams
  // Batches were shown here before they got their own pages.
  if (typeof batch === 'string' && /^\w{1,40}$/.test(batch)) redirect(batchAddress(batch))
  const { account } = await pageSession()
  const { MAP_HOST, REVIEW_HOST } = env()
  const hosts = { MAP_HOST, REVIEW_HOST }
  const hasBatches = queueKind() !== null
  const content = (
    <>
      <noscript>
        <p className="mb-8 max-w-[34rem] border-l-4 border-limit pl-3">
          This page needs JavaScript. The REST API doesn’t.
        </p>
      </noscript>
      {hasBatches && account ? (
        <BulkBatch maxLines={maxLines} hosts={hosts} />
      ) : (
        <BulkPage maxLines={maxLines} hasBatches={hasBatches && !account} hosts={hosts} />
      )}
    </>
  )
  if (account) {
    return (
      <DashboardPage account={account} title="Bulk" description={whatIsFree}>
        {content}
      </DashboardPage>
    )
  }
  return (
    <div className="mx-auto max-w-[76rem] px-4 pt-6 pb-16 sm:px-6 lg:pt-10">
      <Hill />
      <h1 className="text-display font-semibold">Look up many links at once</h1>
      <p className="mt-4 mb-8 max-w-[38rem] text-lg text-soft">{whatIsFree}</p>
      <ApiProvider>{content}</ApiProvider>
    </div>
  )
}

const whatIsFree =
  'Identifiers and review links are read in your browser for free. Names, ratings, and short links need lookups. Each listing is looked up once, and failed lookups cost nothing.'
