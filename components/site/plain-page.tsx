import type { ReactNode } from 'react'

interface PlainPageProps {
  title: string
  children: ReactNode
}

/** A page of a few words, on the same ground as all the others. */
export function PlainPage({ title, children }: PlainPageProps) {
  return (
    <div className="mx-auto max-w-[76rem] px-4 pt-12 pb-32 sm:px-6 lg:pt-24">
      <div
        aria-hidden="true"
        className="contours absolute -top-24 -right-72 -z-10 h-[25rem] w-[39rem] lg:-top-40 lg:-right-20 lg:h-[40rem] lg:w-[62.5rem]"
      />
      <h1 className="max-w-[14em] text-display font-semibold text-balance">{title}</h1>
      <div className="mt-4 max-w-[34rem] text-lg text-soft">{children}</div>
    </div>
  )
}
