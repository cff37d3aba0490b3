import type { Metadata } from 'next'
import { requireAccount } from '@/app/require-account'
import { DashboardPage } from '@/components/account/dashboard-page'
import { CallbacksSection } from '@/components/callbacks/callbacks-section'
import { TextLink } from '@/components/sign-in/notes'
import { Card } from '@/components/ui/card'

export const metadata: Metadata = { title: 'Callbacks' }

export default async function Page() {
  const account = await requireAccount('/callbacks')
  return (
    <DashboardPage
      account={account}
      title="Callbacks"
      description={
        <>
          Get a signed POST when a batch finishes, fails, or waits for your quota.{' '}
          <TextLink href="/docs/callbacks">How callbacks work</TextLink>
        </>
      }
    >
      <Card className="grid max-w-[52rem] gap-5 p-4 sm:p-6">
        <CallbacksSection />
      </Card>
    </DashboardPage>
  )
}
