import type { Metadata } from 'next'
import { BulkPage } from '@/components/bulk/bulk-page'
import { Hill } from '@/components/site/hill'
import { ApiProvider } from '@/components/trpc/client'

export const metadata: Metadata = {
  title: 'Bulk',
  description:
    'Look up as many as 1,000 Google Maps links, place ids and CIDs at a time, and download the answers as CSV or JSON.',
}

export default function Page() {
  return (
    <div className="mx-auto max-w-[60rem] px-4 pt-6 pb-16 sm:px-6 lg:pt-10">
      <Hill />
      <h1 className="text-display font-semibold">Look up many links at once</h1>
      <p className="mt-4 mb-8 max-w-[38rem] text-lg text-soft">
        Each listing is looked up once, however often it appears. A line that can’t be read doesn’t stop the rest, and
        failed lookups cost nothing.
      </p>
      <noscript>
        <p className="mb-8 max-w-[34rem] border-l-4 border-limit pl-3">
          This page needs JavaScript. The REST API doesn’t.
        </p>
      </noscript>
      <ApiProvider>
        <BulkPage />
      </ApiProvider>
    </div>
  )
}
