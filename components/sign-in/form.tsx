'use client'

import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { Button, type ButtonLook, SteadyLabel } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { AuthFault, type FieldName } from './auth-call'

/** Submits the form's data. Returns `leaving` if another page follows, so that the form remains busy until then. */
export type Send = (data: FormData) => Promise<'leaving' | 'done'>

/**
 * The state of a form: whether it is being submitted, and its last error. Fields keep their values; the invalid one
 * gets the focus.
 */
export function useForm(send: Send) {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<AuthFault | null>(null)

  useEffect(() => {
    const field = fault?.field && form.current?.elements.namedItem(fault.field)
    if (field instanceof HTMLElement) field.focus()
  }, [fault])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFault(null)
    try {
      if ((await send(new FormData(event.currentTarget))) === 'leaving') return
    } catch (error) {
      setFault(error instanceof AuthFault ? error : new AuthFault('Something went wrong on our side.'))
    }
    setBusy(false)
  }

  // A GET form submitted before hydration would put the password into the URL.
  const props = {
    ref: form,
    onSubmit: submit,
    onReset: () => setFault(null),
    method: 'post',
    noValidate: true,
  } as const
  return { props, busy, fault, setFault }
}

const shortest = 8
const longest = 128

/** Returns the text of a field; '' for an unchecked checkbox or a field that does not exist. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** Reads the email address. @throws AuthFault if it is invalid. */
export function emailOf(data: FormData): string {
  const email = textOf(data, 'email').trim()
  if (email === '') throw new AuthFault('Enter your email.', 'email')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new AuthFault('Enter an email like ada@example.com.', 'email')
  }
  return email
}

/** Reads the password. @throws AuthFault if it is empty. */
export function passwordOf(data: FormData): string {
  const password = textOf(data, 'password')
  if (password === '') throw new AuthFault('Enter your password.', 'password')
  return password
}

/** Reads the name. @throws AuthFault if it is empty. */
export function nameOf(data: FormData): string {
  const name = textOf(data, 'name').trim()
  if (name === '') throw new AuthFault('Give it a name you’ll recognize.', 'name')
  return name
}

/**
 * Reads the six digits from an authenticator app, in any grouping.
 * @throws AuthFault if they are not six digits.
 */
export function codeOf(data: FormData): string {
  const code = textOf(data, 'code').replace(/\s/g, '')
  if (!/^\d{6}$/.test(code)) throw new AuthFault('Enter the six digits your app shows.', 'code')
  return code
}

/**
 * Reads a recovery code, however it is typed, and returns it in its original form.
 * @throws AuthFault if it is invalid.
 */
export function recoveryCodeOf(data: FormData): string {
  const code = textOf(data, 'recoveryCode').replace(/[\s-]/g, '').toLowerCase()
  if (!/^[0-9a-z]{10}$/.test(code)) {
    throw new AuthFault('A recovery code has ten letters and digits, like ab3de-fgh4j.', 'recoveryCode')
  }
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** Reads a new password. @throws AuthFault if it is too short or too long. */
export function newPasswordOf(data: FormData): string {
  const field = 'newPassword'
  const password = textOf(data, field)
  if (password === '') throw new AuthFault('Choose a password.', field)
  if (password.length < shortest) throw new AuthFault(`Use at least ${shortest} characters.`, field)
  if (password.length > longest) throw new AuthFault(`Use at most ${longest} characters.`, field)
  return password
}

interface FormFieldProps extends Omit<ComponentProps<typeof TextField>, 'id' | 'fault'> {
  name: FieldName
  fault: AuthFault | null
  /** Makes ids unique if a page has several fields with the same name. */
  idPrefix?: string
}

/** A field with its hint or error. */
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

/** A field for the code from an authenticator app, with the attributes that phones and password managers look for. */
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
  /** The button's label: "Sign in". */
  action: string
  /** The button's label while busy: "Signing in". */
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
