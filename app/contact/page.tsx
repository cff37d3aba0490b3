import type { Metadata } from 'next'
import { shareCard } from '@/components/site/share-card'
import { TextPage } from '@/components/texts/text-page'
import { contactText } from '@/components/texts/texts'

export const generateMetadata = (): Metadata => ({ ...shareCard('/contact'), title: 'Contact' })

export default function ContactPage() {
  return <TextPage title="Contact" text={contactText()} />
}
