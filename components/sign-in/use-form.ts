'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { AuthFault } from './auth-fault'

/** What a form does with what was typed into it; `leaving` where another page follows, so that it stays busy until then. */
export type Send = (data: FormData) => Promise<'leaving' | 'done'>

/**
 * A form that sends itself: whether that is under way, and what was at fault. The fields keep what was typed; the one at
 * fault gets the focus.
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
      setFault(error instanceof AuthFault ? error : new AuthFault('That did not work, and the fault is ours.'))
    }
    setBusy(false)
  }

  // A form sent before its script has come must not put a password into the address.
  const props = { ref: form, onSubmit: submit, method: 'post', noValidate: true } as const
  return { props, busy, fault }
}
