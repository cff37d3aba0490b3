'use client'

/** What is left to do once a link is on its way. */
export function CheckMail({ email }: { email: string }) {
  return (
    <div>
      {/* The form it stands for had the focus. */}
      <h2 ref={(heading) => heading?.focus()} tabIndex={-1} className="text-title font-semibold outline-none">
        Check your mail
      </h2>
      <p className="mt-2 text-soft">
        A link is on its way to <strong className="font-medium text-ink [overflow-wrap:anywhere]">{email}</strong>. It
        works for one hour. If nothing comes, look into the spam folder.
      </p>
    </div>
  )
}
