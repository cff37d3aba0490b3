/**
 * A hill in contour lines, the pin on its summit, and a leader from the pin down to the card under it. The summit is at 648, 276
 * in a drawing of 1000 by 640, and the hill is placed so that the pin is there.
 */
export function Scene() {
  return (
    <div aria-hidden="true" className="pointer-events-none relative hidden h-34 lg:block">
      <div className="contours absolute -z-10 -top-[12.5rem] -left-[9rem] h-[40rem] w-[62.5rem]" />
      <div className="absolute top-[2.2rem] left-[31.5rem] -translate-x-1/2">
        <Pin className="h-11" />
        <div className="mx-auto h-14 w-px bg-ink" />
      </div>
    </div>
  )
}

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
