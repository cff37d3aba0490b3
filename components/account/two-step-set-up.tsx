'use client'

import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { QrPicture, qrCode } from '@/components/listings/qr-picture'
import { authCall } from '@/components/sign-in/auth-call'
import { AppCodeField, codeOf, PasswordField, passwordOf, useForm } from '@/components/sign-in/form'
import { CopyButton } from '@/components/ui/copy-button'
import { SectionForm } from './sections'

/** better-auth's response when two-step verification is turned on: the URI for the app, and the recovery codes. */
interface Enrollment {
  totpURI: string
  backupCodes: string[]
}

interface SetUpProps {
  hasPassword: boolean
  /** Called with the recovery codes when two-step verification is turned on. */
  onCodes: (codes: readonly string[]) => void
}

/** Turns two-step verification on: asks for the password, then for the first code from the app. */
export function SetUp({ hasPassword, onCodes }: SetUpProps) {
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null)
  const form = useForm(async (data) => {
    const body = hasPassword ? { password: passwordOf(data) } : {}
    setEnrollment(await authCall<Enrollment>('/two-factor/enable', body))
    return 'done'
  })
  if (enrollment) return <Confirm enrollment={enrollment} onCodes={onCodes} />
  return (
    <>
      <p>
        Adds a second step when you sign in: after your password, a code from an app on your phone, such as Google
        Authenticator, 1Password, or Aegis.
      </p>
      <SectionForm form={form} action="Set up" busyLabel="Setting up">
        {hasPassword && (
          <PasswordField
            name="password"
            label="Password"
            idPrefix="two-step"
            autoComplete="current-password"
            fault={form.fault}
          />
        )}
      </SectionForm>
    </>
  )
}

const focus = (field: HTMLInputElement | null) => field?.focus()

/** Shows the secret as a QR code and as text, and checks that the app has the secret. */
function Confirm({
  enrollment: { totpURI, backupCodes },
  onCodes,
}: { enrollment: Enrollment } & Pick<SetUpProps, 'onCodes'>) {
  const router = useRouter()
  const code = useMemo(() => qrCode(totpURI), [totpURI])
  const key = new URL(totpURI).searchParams.get('secret') ?? ''
  const form = useForm(async (data) => {
    await authCall('/two-factor/verify-totp', { code: codeOf(data) })
    onCodes(backupCodes)
    router.refresh()
    return 'done'
  })
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <QrPicture code={code} label="QR code for your authenticator app. The key is also shown as text." />
        <div className="grid min-w-0 flex-1 basis-56 gap-2">
          <p>Scan this with your authenticator app, or enter this key manually:</p>
          <p className="flex flex-wrap gap-x-2.5 rounded-md border border-rule bg-sunk px-3.5 py-2.5 font-mono leading-7">
            {/* The groups are only visual, so a selection copies the key without spaces. */}
            {key.match(/.{1,4}/g)?.map((group, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one key never change places
              <span key={at}>{group}</span>
            ))}
          </p>
          <CopyButton value={key} name="key" className="-ms-2 justify-self-start" />
        </div>
      </div>
      <SectionForm form={form} action="Turn on" busyLabel="Turning on">
        <AppCodeField ref={focus} idPrefix="two-step" fault={form.fault} hint="Enter the code your app shows." />
      </SectionForm>
    </>
  )
}
