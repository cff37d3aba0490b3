import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { pageSession } from '@/app/page-session'
import { planPhrase } from '@/components/pricing/plan-words'
import { FormPage } from '@/components/sign-in/form-page'
import { nextPath, withQuery } from '@/components/sign-in/next-path'
import { TextLink } from '@/components/sign-in/notes'
import { Providers } from '@/components/sign-in/providers'
import { SignUpForm } from '@/components/sign-in/sign-up-form'
import { shareCard } from '@/components/site/share-card'
import { ApiProvider } from '@/components/trpc/client'
import { billingMode } from '@/server/features/billing/status'
import { signInOptions } from '@/server/features/sign-in/sign-in-options'
import { firstPlan, planOf } from '@/server/metering/access/limits'
import { type SearchParams, searchText } from '../search-text'

export const generateMetadata = (): Metadata => ({ ...shareCard('/sign-up'), title: 'Create an account' })

export default async function SignUpPage({ searchParams }: { searchParams: SearchParams }) {
  const { plan: named = '', next: requested } = await searchText(searchParams)
  const requestedPlan = planOf(named) ?? firstPlan()
  const billing = billingMode()
  // If the operator grants plans, every account starts with the first one.
  const plan = billing === 'operator' ? firstPlan() : requestedPlan
  const next = nextPath(requested)
  const isFirst = plan.id === firstPlan().id
  const onward = isFirst ? (next ?? withQuery('/keys', { welcome: plan.id })) : withQuery('/pricing', { plan: plan.id })
  if ((await pageSession()).account) redirect(onward)
  return (
    <FormPage
      title="Create an account"
      lead={
        <>
          With the {plan.name} plan: {planPhrase(plan, billing)}.{' '}
          {!isFirst && (billing === 'on' ? 'You pay on the next page.' : 'No charge.')}
          {requestedPlan.id !== plan.id &&
            `For ${requestedPlan.name}, create an account, then contact the person who runs this server.`}
        </>
      }
      foot={
        <>
          <p>
            Have an account?{' '}
            <TextLink href={withQuery('/sign-in', { next: isFirst ? next : onward })}>Sign in</TextLink>
          </p>
          <p>
            <TextLink href="/pricing">{billing === 'operator' ? 'See all plans' : 'Choose another plan'}</TextLink>
          </p>
        </>
      }
    >
      <ApiProvider>
        <SignUpForm
          plan={isFirst ? null : plan.id}
          welcome={withQuery('/keys', { welcome: plan.id })}
          next={next}
          providers={<Providers providers={signInOptions().providers} next={onward} />}
        />
      </ApiProvider>
    </FormPage>
  )
}
