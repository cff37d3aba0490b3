import type { ReactNode } from 'react'
import { SendButton } from '@/components/sign-in/fields'
import type { useForm } from '@/components/sign-in/form'
import { FaultNote, Note } from '@/components/sign-in/notes'

interface SectionFormProps {
  form: ReturnType<typeof useForm>
  /** The result, once there is one. */
  said: ReactNode
  /** The label of its button: "Change email", and "Changing email" while busy. */
  action: string
  busyLabel: string
  children?: ReactNode
}

/** A form of the account page: fields, error or result, button. */
export const SectionForm = ({ form: { props, busy, fault }, said, action, busyLabel, children }: SectionFormProps) => (
  <form {...props} className="grid gap-4">
    {children}
    <FaultNote fault={fault} />
    <div role="status" className="empty:hidden">
      {said && <Note tone="done">{said}</Note>}
    </div>
    <SendButton busy={busy} action={action} busyLabel={busyLabel} look="plain" className="justify-self-start" />
  </form>
)
