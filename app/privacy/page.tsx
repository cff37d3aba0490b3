import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { shareCard } from '@/components/site/share-card'
import { TextPage } from '@/components/texts/text-page'
import { ownPrivacy } from '@/components/texts/texts'
import { env } from '@/server/platform/settings/env'

export const generateMetadata = (): Metadata => ({ ...shareCard('/privacy'), title: 'Privacy' })

export default function PrivacyPage() {
  const { PRIVACY } = env()
  if (PRIVACY && 'url' in PRIVACY) redirect(PRIVACY.url)
  return <TextPage title="Privacy" text={PRIVACY?.markdown ?? ownPrivacy()} />
}
