import type { Metadata } from 'next'
import { shareCard } from '@/components/site/share-card'
import { contactText } from '@/components/texts/contact'
import { TextPage } from '@/components/texts/text-page'

export const generateMetadata = (): Metadata => ({ ...shareCard('/contact'), title: 'Contact' })

export default function ContactPage() {
  return <TextPage title="Contact" text={contactText()} />
}
