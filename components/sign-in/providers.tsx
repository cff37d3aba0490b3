'use client'

import { Button } from '@/components/ui/button'
import type { Provider } from '@/server/features/sign-in/sign-in-options'
import { authCall } from './auth-call'
import { useForm } from './form'
import { FaultNote } from './notes'

const names: Record<Provider, string> = { github: 'GitHub', google: 'Google' }

interface ProvidersProps {
  providers: readonly Provider[]
  /** The path to return to. */
  next: string
}

/** Buttons to sign in through GitHub or Google, if the operator has set them up. */
export function Providers({ providers, next }: ProvidersProps) {
  if (providers.length === 0) return null
  return (
    <div className="mb-5 grid gap-2.5 border-b border-rule pb-5">
      {providers.map((provider) => (
        <ProviderButton key={provider} provider={provider} next={next} />
      ))}
    </div>
  )
}

function ProviderButton({ provider, next }: { provider: Provider; next: string }) {
  const { props, busy, fault } = useForm(async () => {
    const { url } = await authCall<{ url: string }>('/sign-in/social', { provider, callbackURL: next })
    location.assign(url)
    return 'leaving'
  })
  return (
    <form {...props} className="grid gap-2.5">
      <Button type="submit" busy={busy} className="min-h-12 w-full text-base">
        Continue with {names[provider]}
      </Button>
      <FaultNote fault={fault} />
    </form>
  )
}
