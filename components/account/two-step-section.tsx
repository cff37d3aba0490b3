'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { authCall } from '@/components/sign-in/auth-call'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { download } from '@/components/ui/download'
import { ConfirmDialog } from './confirm-dialog'
import { Section, useSection } from './sections'
import { SetUp } from './two-step-set-up'

interface TwoStepProps {
  /** Whether the account has a password. */
  hasPassword: boolean
  /** The number of unused recovery codes; null if two-step verification is off. */
  codesLeft: number | null
}

/** The page shows a warning if fewer recovery codes than this are left. */
const few = 4

/** Two-step verification: turning it on and off, and its recovery codes. */
export function TwoStep({ hasPassword, codesLeft }: TwoStepProps) {
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null)
  const isOn = codesLeft !== null
  return (
    <Section
      id="two-step"
      value={
        isOn ? (
          <>
            <span className="text-done">On</span> ·{' '}
            <span className={codesLeft < few ? 'text-limit' : undefined}>{leftWords(codesLeft)}</span>
          </>
        ) : (
          'Off'
        )
      }
      opens={newCodes ? 'Show' : isOn ? 'Manage' : 'Set up'}
      isForm={!isOn && !newCodes}
    >
      {newCodes ? (
        <RecoveryCodes codes={newCodes} onDone={() => setNewCodes(null)} />
      ) : isOn ? (
        <TurnedOn hasPassword={hasPassword} onCodes={setNewCodes} />
      ) : (
        <SetUp hasPassword={hasPassword} onCodes={setNewCodes} />
      )}
    </Section>
  )
}

interface TurnedOnProps {
  hasPassword: boolean
  onCodes: (codes: readonly string[]) => void
}

/** The actions available once two-step verification is on. */
function TurnedOn({ hasPassword, onCodes }: TurnedOnProps) {
  const [pending, setPending] = useState<'new-codes' | 'off' | null>(null)
  const close = () => setPending(null)
  return (
    <>
      <p>Signing in with your password also requires a code from your authenticator app.</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setPending('new-codes')}>New recovery codes</Button>
        <Button onClick={() => setPending('off')}>Turn off</Button>
      </div>
      {pending === 'off' && <TurnOffDialog hasPassword={hasPassword} onClose={close} />}
      {pending === 'new-codes' && (
        <RenewCodesDialog
          hasPassword={hasPassword}
          onClose={close}
          onCodes={(codes) => {
            close()
            onCodes(codes)
          }}
        />
      )}
    </>
  )
}

function leftWords(left: number): string {
  if (left === 0) return 'No recovery codes left. Get more in case you lose your phone.'
  const words = left === 1 ? 'One recovery code left.' : `${left} of 10 recovery codes left.`
  return left < few ? `${words} Get new ones.` : words
}

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

const focus = (heading: HTMLElement | null) => heading?.focus()

/** New recovery codes, which are never shown again. */
function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { close } = useSection()
  const text = codes.join('\n')
  const save = () =>
    download('pinref-recovery-codes.txt', new Blob([`Pinref recovery codes\n\n${text}\n`], { type: 'text/plain' }))
  return (
    <>
      <div>
        {/* Focuses the heading, because the focused form or button is gone. */}
        <h4 ref={focus} tabIndex={-1} className="font-semibold outline-none">
          Save your recovery codes
        </h4>
        <p className="mt-1">
          Two-step verification is on. If you lose your phone, each of these codes signs you in once. Store them with
          your passwords. They won’t be shown again.
        </p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 rounded-md border border-rule bg-sunk px-4 py-3 font-mono leading-8">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton value={text} name="recovery codes" className="min-h-10" />
        <Button onClick={save}>Download</Button>
        <Button
          onClick={() => {
            onDone()
            close()
          }}
        >
          I’ve saved them
        </Button>
      </div>
    </>
  )
}

interface RenewCodesDialogProps {
  hasPassword: boolean
  onClose: () => void
  onCodes: (codes: readonly string[]) => void
}

function RenewCodesDialog({ hasPassword, onClose, onCodes }: RenewCodesDialogProps) {
  const router = useRouter()
  return (
    <ConfirmDialog
      title="Get new recovery codes?"
      description="You’ll get ten new codes. The old ones stop working."
      action="Get new codes"
      busyLabel="Getting new codes"
      dismiss="Cancel"
      hasPassword={hasPassword}
      onConfirm={async (proof) => {
        onCodes((await authCall<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', proof)).backupCodes)
        router.refresh()
        return 'done'
      }}
      onClose={onClose}
    />
  )
}

interface TurnOffDialogProps {
  hasPassword: boolean
  onClose: () => void
}

function TurnOffDialog({ hasPassword, onClose }: TurnOffDialogProps) {
  const router = useRouter()
  const { finish } = useSection()
  return (
    <ConfirmDialog
      title="Turn off two-step verification?"
      description="You’ll sign in with your password alone, and your recovery codes will stop working."
      action="Turn off"
      busyLabel="Turning off"
      dismiss="Cancel"
      look="destroy"
      hasPassword={hasPassword}
      onConfirm={async (proof) => {
        await authCall('/two-factor/disable', proof)
        onClose()
        finish('Two-step verification is off.')
        router.refresh()
        return 'done'
      }}
      onClose={onClose}
    />
  )
}
