import { Pin } from './pin'

/**
 * A hill in contour lines, the pin on its summit, and a leader from the pin down to the card under it. The summit is at 648, 276
 * in a drawing of 1000 by 640, and the hill is placed so that the pin stands there.
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
