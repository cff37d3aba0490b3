import type { Metadata } from 'next'
import { Hill } from '@/components/site/plain-page'
import { shareCard } from '@/components/site/share-card'
import { Status } from '@/components/status/status-page'
import { recentAnswerCounts } from '@/server/metering/usage/read-counts'
import { sourceKind } from '@/server/places/sources/source'

export const generateMetadata = (): Metadata => ({
  ...shareCard('/status'),
  title: 'Status',
  description: 'Pinref’s current status, its last 90 days, and its response times.',
})

export default async function StatusPage() {
  return (
    <div className="mx-auto max-w-[76rem] px-4 pt-6 pb-20 sm:px-6 lg:pt-10">
      <Hill />
      <h1 className="mb-10 text-display font-semibold">Status</h1>
      <Status counts={await recentAnswerCounts()} source={sourceKind()} />
    </div>
  )
}
