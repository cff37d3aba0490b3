/**
 * The logo: a pin with a colon in it, the sign between the two numbers of a feature id. `app/icon.svg` is the same drawing,
 * for browser tabs.
 */
export function Pin({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 32" aria-hidden="true" focusable="false" className={className}>
      <path
        className="fill-accent"
        d="M12 31.5C12 31.5 1.5 20 1.5 11.7a10.5 10.5 0 0 1 21 0C22.5 20 12 31.5 12 31.5Z"
      />
      <circle className="fill-sheet" cx="12" cy="8" r="2.4" />
      <circle className="fill-sheet" cx="12" cy="15.2" r="2.4" />
    </svg>
  )
}
