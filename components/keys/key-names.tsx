import { classNames } from '@/components/ui/class-names'

interface KeyStartProps {
  start: string
  /** The last four characters; null or undefined for a key created before Pinref stored them. */
  end?: string | null | undefined
  className?: string | undefined
}

/** Returns the visible part of a key: its type and last four characters, which distinguish an account's keys. */
export const keyWords = ({ start, end }: Pick<KeyStartProps, 'start' | 'end'>): string =>
  end ? `${start.slice(0, 8)}…${end}` : `${start}…`

/** Returns a key's visible parts. */
export const partsOf = ({ start, end }: { start: string; end: string | null }) => ({ start, end })

/** A part of a key, which distinguishes keys with the same name. */
export const KeyStart = ({ start, end, className }: KeyStartProps) => (
  <span className={classNames('font-mono text-[0.8125rem] [overflow-wrap:anywhere]', className)}>
    {keyWords({ start, end })}
  </span>
)

/** Marks a test key, whose results come from the sample listings. */
export const TestMark = () => (
  <span className="ms-2 rounded-sm border border-edge px-1.5 py-px align-[0.08em] text-xs font-medium text-soft">
    Test
  </span>
)
