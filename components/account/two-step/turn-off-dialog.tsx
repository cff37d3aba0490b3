'use client'

import { useRouter } from 'next/navigation'
import { ConfirmDialog } from '@/components/account/confirm-dialog'
import { authCall } from '@/components/sign-in/auth-call'

interface TurnOffDialogProps {
  hasPassword: boolean
  onClose: () => void
}

export function TurnOffDialog({ hasPassword, onClose }: TurnOffDialogProps) {
  const router = useRouter()
  return (
    <ConfirmDialog
      title="Turn off two-step verification?"
      description="Your password alone then signs you in. Your recovery codes stop working."
      action="Turn off"
      busyLabel="Turning off"
      dismiss="Keep it on"
      hasPassword={hasPassword}
      onConfirm={async (proof) => {
        await authCall('/two-factor/disable', proof)
        onClose()
        router.refresh()
        return 'done'
      }}
      onClose={onClose}
    />
  )
}
