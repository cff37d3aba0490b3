'use client'

import { type ComponentProps, useState } from 'react'
import { Button, type ButtonLook, SteadyLabel } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import type { AuthFault, FieldName } from './auth-fault'

interface FormFieldProps extends Omit<ComponentProps<typeof TextField>, 'id' | 'fault'> {
  name: FieldName
  fault: AuthFault | null
  /** Makes ids unique if a page has several fields with the same name. */
  idPrefix?: string
}

/** A field with its hint or its fault. */
export const FormField = ({ name, fault, idPrefix = 'form', ...rest }: FormFieldProps) => (
  <TextField
    id={`${idPrefix}-${name}`}
    name={name}
    required
    fault={fault?.field === name ? fault.detail : null}
    {...rest}
  />
)

/** An email field, with the attributes that phones and password managers look for. */
export const EmailField = (props: Omit<FormFieldProps, 'name'>) => (
  <FormField name="email" type="email" inputMode="email" autoComplete="username" {...props} />
)

/** A password field with a button that shows it. */
export function PasswordField({ className, ...rest }: FormFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <FormField type={shown ? 'text' : 'password'} className="pe-20" {...rest} />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
        className="absolute end-1 top-[1.875rem] min-h-10 rounded-md px-3 text-sm font-medium text-soft transition-colors duration-150 hover:text-ink"
      >
        {shown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}

export const NewPasswordField = (props: FormFieldProps) => (
  <PasswordField hint="8 to 128 characters." autoComplete="new-password" {...props} />
)

type CodeFieldProps = Omit<ComponentProps<typeof FormField>, 'name' | 'label'>

/** A field for the code of an authenticator app, with the attributes that phones and password managers look for. */
export const AppCodeField = (props: CodeFieldProps) => (
  <FormField
    name="code"
    label="Six-digit code"
    inputMode="numeric"
    autoComplete="one-time-code"
    className="font-mono text-lg tracking-[0.3em]"
    {...props}
  />
)

export const RecoveryCodeField = (props: CodeFieldProps) => (
  <FormField name="recoveryCode" label="Recovery code" className="font-mono" {...props} />
)

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
