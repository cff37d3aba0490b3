/** The label of a box, with the key that focuses it. */
export function BoxLabel({ children }: { children: string }) {
  return (
    <span className="flex items-baseline justify-between gap-2">
      {children}
      <kbd className="rounded-xs border border-rule px-1.5 font-mono text-xs font-normal text-soft pointer-coarse:hidden">
        /
      </kbd>
    </span>
  )
}
