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
import { firstPlan, planOf } from '@/server/access/plans'
import { billingMode } from '@/server/billing/status'
import { signInOptions } from '@/server/sign-in/sign-in-options'
import { type SearchParams, searchText } from '../search-text'

export const generateMetadata = (): Metadata => ({ ...shareCard('/sign-up'), title: 'Create an account' })

export default async function SignUpPage({ searchParams }: { searchParams: SearchParams }) {
  const { plan: named = '', next: wanted } = await searchText(searchParams)
  const wished = planOf(named) ?? firstPlan()
  const billing = billingMode()
  // If the operator grants plans, every account begins with the first one.
  const plan = billing === 'operator' ? firstPlan() : wished
  const next = nextPath(wanted)
  const isFirst = plan.id === firstPlan().id
  const onward = isFirst ? (next ?? withQuery('/keys', { welcome: plan.id })) : withQuery('/pricing', { plan: plan.id })
  if ((await pageSession()).account) redirect(onward)
  return (
    <FormPage
      title="Create an account"
      lead={
        <>
          With the {plan.name} plan: {planPhrase(plan, billing)}.{' '}
          {!isFirst && (billing === 'on' ? 'You pay on the next page.' : 'Nothing is charged.')}
          {wished.id !== plan.id &&
            `For ${wished.name}, create an account, then contact the person who runs this server.`}
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
