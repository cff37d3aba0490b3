import type { Metadata } from 'next'
import { connection } from 'next/server'
import { OfflinePage } from '@/components/offline/offline-page'
import { env } from '@/server/platform/settings/env'

export const metadata: Metadata = { title: 'Offline', robots: { index: false } }

/**
 * Cached by the browser and shown instead of any page that can't be loaded: see `components/offline/service-worker.js`.
 */
export default async function Offline() {
  // The hosts depend on the environment at run time, not at build time.
  await connection()
  const { MAP_HOST, REVIEW_HOST } = env()
  return <OfflinePage hosts={{ MAP_HOST, REVIEW_HOST }} />
}
