import type { ReactNode } from 'react'

interface ReadingFrameProps {
  header: ReactNode
  footer: ReactNode
  children: ReactNode
}

/** A header and a footer around a page to read. */
export const ReadingFrame = ({ header, footer, children }: ReadingFrameProps) => (
  <>
    {header}
    <main id="main" className="relative flex-1 overflow-x-clip">
      {children}
    </main>
    {footer}
  </>
)
