import { classNames } from '@/components/ui/class-names'

/** The start of a key, which tells keys with the same name apart. */
export const KeyStart = ({ start, className }: { start: string; className?: string }) => (
  <span className={classNames('font-mono text-[0.8125rem] [overflow-wrap:anywhere]', className)}>
    {start}
    <span aria-hidden="true">…</span>
  </span>
)

/** Marks a test key, whose answers come from the sample listings. */
export const TestMark = () => (
  <span className="ms-2 rounded-sm border border-edge px-1.5 py-px align-[0.08em] text-xs font-medium text-soft">
    Test
  </span>
)
