'use client'

import { useRouter } from 'next/navigation'
import { ConfirmDialog } from '@/components/account/confirm-dialog'
import { authCall } from '@/components/sign-in/auth-call'

interface RenewCodesDialogProps {
  hasPassword: boolean
  onClose: () => void
  onCodes: (codes: readonly string[]) => void
}

export function RenewCodesDialog({ hasPassword, onClose, onCodes }: RenewCodesDialogProps) {
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
