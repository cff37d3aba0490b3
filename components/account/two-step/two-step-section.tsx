'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { RecoveryCodes } from './recovery-codes'
import { RenewCodesDialog } from './renew-codes-dialog'
import { SetUp } from './set-up'
import { TurnOffDialog } from './turn-off-dialog'

interface TwoStepProps {
  /** Whether the account has a password to ask for. */
  hasPassword: boolean
  /** How many recovery codes are unused; null if two-step verification is off. */
  codesLeft: number | null
}

/** With fewer recovery codes left than this, the page warns. */
const few = 4

/** Two-step verification: turning it on and off, and its recovery codes. */
export function TwoStep({ hasPassword, codesLeft }: TwoStepProps) {
  const [asking, setAsking] = useState<'new-codes' | 'off' | null>(null)
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null)
  const close = () => setAsking(null)
  if (newCodes) return <RecoveryCodes codes={newCodes} onDone={() => setNewCodes(null)} />
  if (codesLeft === null) return <SetUp hasPassword={hasPassword} onCodes={setNewCodes} />
  return (
    <>
      <div>
        <p className="font-medium text-done">On</p>
        <p className="mt-1">Signing in with your password also takes a code from your authenticator app.</p>
        <p className={`mt-1 text-sm ${codesLeft < few ? 'text-limit' : 'text-soft'}`}>{leftWords(codesLeft)}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setAsking('new-codes')}>New recovery codes</Button>
        <Button onClick={() => setAsking('off')}>Turn off</Button>
      </div>
      {asking === 'off' && <TurnOffDialog hasPassword={hasPassword} onClose={close} />}
      {asking === 'new-codes' && (
        <RenewCodesDialog
          hasPassword={hasPassword}
          onClose={close}
          onCodes={(codes) => {
            close()
            setNewCodes(codes)
          }}
        />
      )}
    </>
  )
}

function leftWords(left: number): string {
  if (left === 0) return 'No recovery codes left. Get new ones before you lose your phone.'
  const words = left === 1 ? 'One recovery code left.' : `${left} of 10 recovery codes left.`
  return left < few ? `${words} Get new ones.` : words
}
