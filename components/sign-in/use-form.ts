'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AuthFault } from './auth-fault'

/** Submits the form's data. Returns `leaving` if another page follows, which keeps the form busy until then. */
export type Send = (data: FormData) => Promise<'leaving' | 'done'>

/**
 * The state of a form: whether it is being submitted, and its last fault. Fields keep their values; the one at fault gets
 * the focus.
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

  // Submitted before hydration, a GET would put the password into the URL.
  const props = { ref: form, onSubmit: submit, method: 'post', noValidate: true } as const
  return { props, busy, fault, setFault }
}
