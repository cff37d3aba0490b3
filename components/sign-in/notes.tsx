import type { ReactNode } from 'react'
import { CheckIcon, StrayIcon } from '@/components/ui/icons'
import { SiteLink } from '@/components/ui/site-link'
import { type AuthFault, isSessionEnded } from './auth-fault'

/** A fault of a form as a whole. The empty element is there from the start, so that screen readers announce the text. */
export function FaultNote({ fault }: { fault: AuthFault | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {fault && fault.field === null && (
        <Note tone="limit">
          {fault.detail}
          {isSessionEnded(fault) && (
            <>
              {' '}
              <a href="/sign-in" target="_blank" rel="noreferrer" className="font-medium underline underline-offset-4">
                Sign in
              </a>
            </>
          )}
        </Note>
      )}
    </div>
  )
}

/** A highlighted message. */
export function Note({ tone, children }: { tone: 'done' | 'limit'; children: ReactNode }) {
  const isDone = tone === 'done'
  return (
    <div
      className={`flex gap-2.5 rounded-md border-l-4 px-3.5 py-3 ${isDone ? 'border-done bg-sunk' : 'border-limit bg-limit-wash'}`}
    >
      <span className={`mt-1 ${isDone ? 'text-done' : 'text-limit'}`}>{isDone ? <CheckIcon /> : <StrayIcon />}</span>
      <p className="min-w-0 [overflow-wrap:anywhere]">{children}</p>
    </div>
  )
}

/** A link in running text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SiteLink
      href={href}
      className="rounded-sm font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {children}
    </SiteLink>
  )
}
