import { classNames } from '@/components/ui/class-names'
import { SearchIcon } from '@/components/ui/part-icons'

interface MenuButtonProps {
  /** The button's label, if it has more than an icon and the shortcut. */
  words?: string
  className?: string
}

/**
 * Opens the command menu, which handles the clicks, so the button itself needs no code. On a phone it is an icon,
 * unless it has a label. `public/page.js` detects a Mac keyboard.
 */
export const MenuButton = ({ words, className }: MenuButtonProps) => (
  <button
    type="button"
    data-menu
    aria-label={words ? undefined : 'Search and commands'}
    aria-keyshortcuts="Meta+K Control+K"
    className={classNames(
      'flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md border border-edge bg-sheet px-3 text-sm text-soft transition-colors duration-150 hover:border-ink hover:text-ink lg:min-h-10',
      className,
    )}
  >
    <SearchIcon />
    {words ?? <span className="max-lg:hidden">Search</span>}
    {/* Drawn with CSS, because it is not part of the button's name. */}
    <span className="ms-auto text-xs after:content-['Ctrl_K'] max-lg:hidden [html[data-mac]_&]:after:content-['⌘K']" />
  </button>
)

/** Shows that the menu could not be loaded. */
export const MenuFault = () => (
  <p
    role="alert"
    className="fixed inset-x-4 bottom-4 z-20 mx-auto max-w-[30rem] rounded-lg border border-edge bg-sheet px-4 py-3 text-sm shadow-card"
  >
    The menu couldn’t be loaded. Check your connection and try again.
  </p>
)
