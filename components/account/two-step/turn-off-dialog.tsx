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
      description="You’ll sign in with your password alone, and your recovery codes will stop working."
      action="Turn off"
      busyLabel="Turning off"
      dismiss="Cancel"
      look="destroy"
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
