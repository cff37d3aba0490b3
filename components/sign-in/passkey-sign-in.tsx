'use client'

import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { AuthFault } from './auth-fault'
import { FaultNote } from './notes'
import { offerPasskeys, signInWithPasskey, withdrawPasskeys } from './passkey-call'
import { useForm } from './use-form'
import { usePasskeys } from './use-passkeys'

interface PasskeySignInProps {
  /** The host name that passkeys belong to; null if there are none. */
  host: string | null
  /** Where to go once signed in, within this site. */
  next: string
}

/** Signs in with a passkey: one that the browser offers in the email field, or through this button. */
export function PasskeySignIn({ host, next }: PasskeySignInProps) {
  const usable = usePasskeys(host)
  const { props, busy, fault, setFault } = useForm(async () => {
    await signInWithPasskey()
    location.assign(next)
    return 'leaving'
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: offered once for a page
  useEffect(() => {
    if (!usable) return
    offerPasskeys().then(
      (signedIn) => signedIn && location.assign(next),
      (error: unknown) => error instanceof AuthFault && setFault(error),
    )
    return () => {
      withdrawPasskeys()
    }
  }, [usable])
  if (!usable) return null
  return (
    <form {...props} className="mt-5 grid gap-2.5 border-t border-rule pt-5">
      <Button type="submit" busy={busy} className="min-h-12 w-full text-base">
        Sign in with a passkey
      </Button>
      <FaultNote fault={fault} />
    </form>
  )
}
