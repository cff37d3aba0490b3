import { Button, type ButtonLook } from '@/components/ui/button'
import { SteadyLabel } from '@/components/ui/steady-label'

interface SendButtonProps {
  busy: boolean
  /** What it does: "Sign in". */
  action: string
  /** The same while it is being done: "Signing in". */
  busyLabel: string
  look?: ButtonLook
  className?: string
}

/** Sends its form. */
export function SendButton({ busy, action, busyLabel, look = 'primary', className = 'w-full' }: SendButtonProps) {
  return (
    <Button look={look} type="submit" busy={busy} className={className}>
      <SteadyLabel labels={[action, busyLabel]} shown={busy ? busyLabel : action} />
    </Button>
  )
}
