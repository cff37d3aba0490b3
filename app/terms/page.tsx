import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { shareCard } from '@/components/site/share-card'
import { TextPage } from '@/components/texts/text-page'
import { ownTerms } from '@/components/texts/texts'
import { env } from '@/server/platform/settings/env'

export const generateMetadata = (): Metadata => ({ ...shareCard('/terms'), title: 'Terms' })

export default function TermsPage() {
  const { TERMS } = env()
  if (TERMS && 'url' in TERMS) redirect(TERMS.url)
  return <TextPage title="Terms" text={TERMS?.markdown ?? ownTerms()} />
}
