import type { Metadata } from 'next'
import { shareCard } from '@/components/site/share-card'
import { Status } from '@/components/status/status-page'
import { Hill } from '@/components/ui/plain-page'
import { sourceKind } from '@/server/places/sources/source'
import { readServiceStatus } from '@/server/platform/store/service-status'

export const generateMetadata = (): Metadata => ({
  ...shareCard('/status'),
  title: 'Status',
  description: 'Pinref’s current status, and its last outages.',
})

export default async function StatusPage() {
  return (
    <div className="mx-auto max-w-[76rem] px-4 pt-6 pb-20 sm:px-6 lg:pt-10">
      <Hill />
      <h1 className="mb-10 text-display font-semibold">Status</h1>
      <Status status={await readServiceStatus()} source={sourceKind()} />
    </div>
  )
}
