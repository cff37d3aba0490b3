'use client'

import { useId } from 'react'
import { classNames } from './class-names'

interface TabsProps<Name extends string> {
  /** What the user chooses: "What to do". */
  label: string
  tabs: ReadonlyArray<{ name: Name; text: string }>
  open: Name
  onOpen: (name: Name) => void
  /** `cards`: the open tab joins the card under it, like an index card's tab. `line`: the open tab is underlined. */
  look: keyof typeof looks
}

/**
 * Tabs that switch between parts of a page. The tabs are the browser's own radio buttons, so the arrow keys move
 * between them in every browser without any code. The other parts are only hidden, so nothing typed into them is lost.
 */
export function Tabs<Name extends string>({ label, tabs, open, onOpen, look }: TabsProps<Name>) {
  const group = useId()
  return (
    <fieldset className={looks[look].list}>
      <legend className="sr-only">{label}</legend>
      {tabs.map(({ name, text }) => (
        <label
          key={name}
          className={classNames(
            'relative flex items-center text-sm text-soft transition-colors duration-150 hover:text-ink has-checked:text-ink',
            'has-focus-visible:z-10 has-focus-visible:outline-2 has-focus-visible:outline-ink',
            looks[look].tab,
          )}
        >
          <input
            type="radio"
            name={group}
            value={name}
            checked={name === open}
            onChange={() => onOpen(name)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

const looks = {
  cards: {
    list: 'flex gap-1 px-3',
    tab: '-mb-px min-h-11 rounded-t-md border border-transparent px-4 font-medium has-checked:border-rule has-checked:border-b-sheet has-checked:bg-sheet has-focus-visible:outline-offset-2',
  },
  line: {
    list: 'flex flex-wrap border-b border-rule px-1.5',
    tab: '-mb-px min-h-10 border-b-2 border-transparent px-2.5 has-checked:border-ink has-checked:font-medium has-focus-visible:-outline-offset-2',
  },
} as const
