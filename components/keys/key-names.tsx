import { classNames } from '@/components/ui/class-names'

/** How a key begins, which tells keys of one name apart. */
export const KeyStart = ({ start, className }: { start: string; className?: string }) => (
  <span className={classNames('font-mono text-[0.8125rem] [overflow-wrap:anywhere]', className)}>
    {start}
    <span aria-hidden="true">…</span>
  </span>
)

/** Of a key that is answered from the sample. */
export const TestMark = () => (
  <span className="ms-2 rounded-sm border border-edge px-1.5 py-px align-[0.08em] text-xs font-medium text-soft">
    Test
  </span>
)
