import type { Metadata } from 'next'
import { FormPage } from '@/components/sign-in/form-page'
import { TextLink } from '@/components/sign-in/notes'
import { ApiProvider } from '@/components/trpc/client'
import { UnsubscribeForm } from '@/components/watchlists/unsubscribe-form'
import { type SearchParams, searchText } from '../search-text'

// The address contains a token, so it must not be sent as a referrer or indexed.
export const metadata: Metadata = { title: 'Stop emails', referrer: 'no-referrer', robots: 'noindex' }

export default async function UnsubscribePage({ searchParams }: { searchParams: SearchParams }) {
  const { token = '' } = await searchText(searchParams)
  return (
    <FormPage
      title="Stop these emails"
      foot={
        <p>
          The watchlist stays as it is. You can turn its emails on again in its settings, under{' '}
          <TextLink href="/watchlists">Watchlists</TextLink>.
        </p>
      }
    >
      <ApiProvider>
        <UnsubscribeForm token={token} />
      </ApiProvider>
    </FormPage>
  )
}
