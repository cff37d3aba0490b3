import type { ReactNode } from 'react'

/** The style of running text: lines of at most 72 characters, underlined links. */
export const prose = [
  '[&_p]:mt-4 [&_p]:max-w-[40rem]',
  '[&_ul.points]:mt-4 [&_ul.points]:max-w-[40rem] [&_ul.points]:list-disc [&_ul.points]:space-y-2 [&_ul.points]:pl-5',
  '[&_ol.points]:mt-4 [&_ol.points]:max-w-[40rem] [&_ol.points]:list-decimal [&_ol.points]:space-y-2 [&_ol.points]:pl-6',
  '[&_:is(p,li,td,dd)_a]:underline [&_:is(p,li,td,dd)_a]:decoration-edge [&_:is(p,li,td,dd)_a]:underline-offset-4',
  '[&_:is(p,li,td,dd)_a:hover]:decoration-ink',
].join(' ')

export interface SectionProps {
  /** The fragment that links to the section. */
  id: string
  title: string
  /** False for a section about something that this server doesn't have. */
  isShown?: boolean
  children: ReactNode
}

/** A section of a page. The section's heading links to itself, so that its address can be copied. */
export function Section({ id, title, isShown = true, children }: SectionProps) {
  if (!isShown) return null
  return (
    <section aria-labelledby={id} className="pt-12">
      <h2 id={id} className="scroll-mt-6 text-title font-semibold">
        <a href={`#${id}`} className="underline-offset-4 hover:underline">
          {title}
        </a>
      </h2>
      {children}
    </section>
  )
}

/** Code in running text. */
export const Code = ({ children }: { children: string }) => (
  <code translate="no" className="rounded-xs bg-sunk px-1 py-0.5 font-mono text-[0.875em] [overflow-wrap:anywhere]">
    {children}
  </code>
)
