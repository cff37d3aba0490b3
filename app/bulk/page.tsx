import type { Metadata } from 'next'
import { connection } from 'next/server'
import { BulkPage } from '@/components/bulk/bulk-page'
import { Hill } from '@/components/site/hill'
import { ApiProvider } from '@/components/trpc/client'
import { sourceKind } from '@/server/sources/source'

export const metadata: Metadata = {
  title: 'Bulk',
  description: 'Look up to 1,000 Google Maps links, place ids and CIDs at a time, and take the answers as CSV or JSON.',
}

export default async function Page() {
  // The source depends on the environment at run time, not at build time.
  await connection()
  return (
    <div className="mx-auto max-w-[60rem] px-4 pt-6 pb-16 sm:px-6 lg:pt-10">
      <Hill />
      <h1 className="text-display font-semibold">Many links at once</h1>
      <p className="mt-4 mb-8 max-w-[38rem] text-lg text-soft">
        Each listing is looked up once, however often it is named. A line that cannot be read never stops the rest, and
        what fails costs nothing.
      </p>
      <noscript>
        <p className="mb-8 max-w-[34rem] border-l-4 border-limit pl-3">
          This page needs JavaScript. The REST API does not.
        </p>
      </noscript>
      <ApiProvider>
        <BulkPage source={sourceKind()} />
      </ApiProvider>
    </div>
  )
}
