'use client'

/** Says that a link was sent and has to be opened. */
export function CheckMail({ email }: { email: string }) {
  return (
    <div>
      {/* The heading takes the focus because it replaces the form that had it. */}
      <h2 ref={(heading) => heading?.focus()} tabIndex={-1} className="text-title font-semibold outline-none">
        Check your email
      </h2>
      <p className="mt-2 text-soft">
        We’ve sent a link to <strong className="font-medium text-ink [overflow-wrap:anywhere]">{email}</strong>. It
        works for one hour. If it doesn’t arrive, check your spam folder.
      </p>
    </div>
  )
}
