import { Button, type ButtonLook } from '@/components/ui/button'
import { SteadyLabel } from '@/components/ui/steady-label'

interface SendButtonProps {
  busy: boolean
  /** Its label: "Sign in". */
  action: string
  /** Its label while busy: "Signing in". */
  busyLabel: string
  look?: ButtonLook
  className?: string
}

/** Submits its form. */
export function SendButton({ busy, action, busyLabel, look = 'primary', className = 'w-full' }: SendButtonProps) {
  return (
    <Button look={look} type="submit" busy={busy} className={className}>
      <SteadyLabel labels={[action, busyLabel]} shown={busy ? busyLabel : action} />
    </Button>
  )
}
