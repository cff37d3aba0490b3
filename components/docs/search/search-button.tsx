'use client'

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { SearchIcon } from '@/components/ui/icons'
import { usePart } from '@/components/ui/loading'

/** Loads the dialog when it is first opened. */
const load = () => import('./search-dialog')

/** Opens the search of the docs, as ⌘K or Ctrl+K does, or a slash outside of text fields. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false)
  const { part, hasFailed, retry } = usePart(load, isOpen)
  const open = useCallback(() => {
    setIsOpen(true)
    retry()
  }, [retry])
  const shortcut = useSyncExternalStore(
    () => () => {},
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'),
    () => 'Ctrl K',
  )

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey
      const isSlash = event.key === '/' && !event.metaKey && !event.ctrlKey && !isTyping(event.target)
      if (!isShortcut && !isSlash) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [open])

  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={open}
        className="mb-4 flex min-h-11 w-full items-center gap-2 rounded-md border border-edge bg-sheet px-3 text-sm text-soft transition-colors duration-150 hover:border-ink hover:text-ink lg:mb-6 lg:min-h-10"
      >
        <SearchIcon />
        Search docs
        <span aria-hidden="true" className="ms-auto text-xs max-lg:hidden">
          {shortcut}
        </span>
      </button>
      {isOpen && hasFailed && (
        <p role="alert" className="-mt-2 mb-4 text-sm">
          The search couldn’t be loaded. Check your connection and try again.
        </p>
      )}
      {isOpen && part && <part.SearchDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
