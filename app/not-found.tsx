import type { Metadata } from 'next'
import { LookUpLink, PlainPage } from '@/components/ui/plain-page'

// A page that does not exist has no canonical address.
export const metadata: Metadata = { title: 'Page not found', alternates: {} }

export default function NotFound() {
  return (
    <PlainPage title="Page not found">
      <p>It may have moved, or the link may be incomplete.</p>
      <LookUpLink />
    </PlainPage>
  )
}
