'use client'

import type { ComponentProps } from 'react'
import { FormField } from './fields'

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
