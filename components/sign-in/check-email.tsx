'use client'

import { useEffect, useState } from 'react'
import { authCall } from './auth-call'
import { SendButton, useForm } from './form'
import { type MailSent, mostTimes, rememberMail, secondsLeft, useMailSent } from './mail-sent'
import { FaultNote, TextLink } from './notes'

/** Shows where a link was sent, and resends it. */
export function CheckEmail() {
  const mail = useMailSent()
  if (mail === undefined) return <div aria-hidden="true" className="h-40 rounded-md bg-sunk" />
  if (mail === null) {
    return (
      <p>
        If you requested a link, open it in the email. The link expires in one hour. To get another one,{' '}
        <TextLink href="/sign-up">sign up again</TextLink> or{' '}
        <TextLink href="/forgot-password">reset your password</TextLink>.
      </p>
    )
  }
  return (
    <div className="grid gap-5">
      <p>
        We’ve sent a link to <strong className="font-medium [overflow-wrap:anywhere]">{mail.email}</strong>. It expires
        in one hour. If it doesn’t arrive, check your spam folder.
      </p>
      <Resend mail={mail} />
      <p className="text-soft">
        Wrong address? <TextLink href={mail.form}>Change it</TextLink>
      </p>
    </div>
  )
}

function Resend({ mail }: { mail: MailSent }) {
  const left = useSecondsLeft(mail)
  const { props, busy, fault } = useForm(async () => {
    if (left > 0) return 'done'
    await authCall(mail.path, mail.body)
    rememberMail({ ...mail, atMs: Date.now(), times: mail.times + 1 })
    return 'done'
  })
  if (mail.times >= mostTimes) {
    return <p role="status">We’ve sent it {mail.times} times. Wait an hour, or change the address.</p>
  }
  return (
    <form {...props} className="grid gap-2.5">
      <SendButton
        busy={busy || left > 0}
        action="Resend"
        busyLabel="Resend"
        look="plain"
        className={left > 0 ? 'w-full text-soft' : 'w-full'}
      />
      <FaultNote fault={fault} />
      <p role="status" className="text-sm text-done empty:hidden">
        {mail.times > 1 && 'Sent again.'}
      </p>
      <p className="text-sm text-soft empty:hidden">
        {left > 0 && `You can resend it in ${left === 1 ? '1 second' : `${left} seconds`}.`}
      </p>
    </form>
  )
}

/** Counts down until the email may be sent again. */
function useSecondsLeft(mail: MailSent): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const left = secondsLeft(mail, nowMs)
  useEffect(() => {
    setNowMs(Date.now())
    const timer = setInterval(() => {
      setNowMs(Date.now())
      if (secondsLeft(mail, Date.now()) === 0) clearInterval(timer)
    }, 1_000)
    return () => clearInterval(timer)
  }, [mail])
  return left
}
