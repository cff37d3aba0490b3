import { useSyncExternalStore } from 'react'

/** A link sent by email, as saved in this tab. */
export interface MailSent {
  email: string
  /** The path below `/api/auth` and the body that request it again. */
  path: string
  body: Record<string, string>
  /** The form to go back to if the email is wrong. */
  form: string
  /** When it was last sent, epoch milliseconds, and how many times it was sent. */
  atMs: number
  times: number
}

const key = 'pinref:mail-sent'
const listeners = new Set<() => void>()

/** Saves a sent link in this tab, so that its page survives a reload. If storage is blocked, the page shows less. */
export function rememberMail(mail: MailSent): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(mail))
  } catch {
    // Storage is full or blocked.
  }
  for (const listener of listeners) listener()
}

function read(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the last link sent from this tab; null if there is none, undefined before hydration. */
export function useMailSent(): MailSent | null | undefined {
  const text = useSyncExternalStore(subscribe, read, () => undefined)
  return typeof text === 'string' ? (JSON.parse(text) as MailSent) : text
}

/** A mailbox gets at most five emails an hour (`limits.mailsToRecipient`); the server silently drops the sixth. */
export const mostTimes = 5

/** How long to wait before the next email, because the server allows only three a minute. */
const pauseMs = 60_000

/** Returns how many whole seconds are left until the email may be sent again. */
export const secondsLeft = ({ atMs }: Pick<MailSent, 'atMs'>, nowMs: number): number =>
  Math.min(pauseMs / 1000, Math.max(0, Math.ceil((atMs + pauseMs - nowMs) / 1000)))
