'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { classNames } from '@/components/ui/class-names'
import { SearchIcon } from '@/components/ui/icons'
import { usePart } from '@/components/ui/loading'
import { isFreeKey, menuKey } from '@/components/ui/typing'
import type { MenuContext } from './command-menu'

/** Loads the menu when it is first opened. */
const load = () => import('./command-menu')

/** Tells the menu of the page that a button opens it. */
const opening = 'pinref:menu'

/** How long after `g` the letter of a page counts. */
const patienceMs = 1_500

/** The command menu of a page, closed at first, and the shortcuts that work on every page. */
export function Menu(context: MenuContext) {
  const { isSignedIn } = context
  const router = useRouter()
  const [view, setView] = useState<'commands' | 'shortcuts' | null>(null)
  const { part, hasFailed, retry } = usePart(load, view !== null)
  // What is typed while the menu loads.
  const early = useRef('')
  const isLoading = view !== null && part === null && !hasFailed

  const open = useCallback(
    (view: 'commands' | 'shortcuts') => {
      early.current = ''
      setView(view)
      retry()
    },
    [retry],
  )

  useEffect(() => {
    let sinceG = Number.NEGATIVE_INFINITY
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      if (isLoading) return typeEarly(event)
      const isAfterG = event.timeStamp - sinceG < patienceMs
      const { key } = event
      if (isMenuKey(event)) {
        // A dialog with something half done in it stays.
        if (document.querySelector('[role=dialog], [role=alertdialog]')) return
        event.preventDefault()
        open('commands')
      } else if (isFreeKey(event)) {
        sinceG = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
        if (key === 'g' || isAfterG) void goTo(key)
        if (key !== '/' && key !== '?') return
        event.preventDefault()
        open(key === '/' ? 'commands' : 'shortcuts')
      }
    }
    // With `g` itself, the pages are loaded.
    const goTo = (letter: string) =>
      import('./shortcuts').then(
        ({ placeOf }) => {
          const href = placeOf(letter, isSignedIn)
          if (href) router.push(href)
        },
        () => {},
      )
    function typeEarly(event: KeyboardEvent) {
      if (event.key === 'Escape') setView(null)
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      early.current += event.key
    }
    const onOpening = () => open('commands')
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener(opening, onOpening)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener(opening, onOpening)
    }
  }, [isLoading, isSignedIn, open, router])

  if (view === null) return null
  if (hasFailed)
    return (
      <p
        role="alert"
        className="fixed inset-x-4 bottom-4 z-20 mx-auto max-w-[30rem] rounded-lg border border-edge bg-sheet px-4 py-3 text-sm shadow-card"
      >
        The menu couldn’t be loaded. Check your connection and try again.
      </p>
    )
  if (part === null) return null
  const Part = view === 'commands' ? part.CommandMenu : part.ShortcutsDialog
  return (
    <Part
      {...context}
      initialText={early.current}
      onShortcuts={() => setView('shortcuts')}
      onClose={() => setView(null)}
    />
  )
}

const isMenuKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'

interface MenuButtonProps {
  /** Its words, if it has more than an icon and the shortcut. */
  words?: string
  className?: string
}

/** Opens the command menu. On a phone it is an icon, unless it has words. */
export function MenuButton({ words, className }: MenuButtonProps) {
  const held = useSyncExternalStore(
    () => () => {},
    menuKey,
    () => 'Ctrl',
  )
  return (
    <button
      type="button"
      aria-label={words ? undefined : 'Search and commands'}
      aria-keyshortcuts="Meta+K Control+K"
      onClick={() => window.dispatchEvent(new Event(opening))}
      className={classNames(
        'flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md border border-edge bg-sheet px-3 text-sm text-soft transition-colors duration-150 hover:border-ink hover:text-ink lg:min-h-10',
        className,
      )}
    >
      <SearchIcon />
      {words}
      <span aria-hidden="true" className="ms-auto text-xs max-lg:hidden">
        {held === 'Ctrl' ? 'Ctrl K' : `${held}K`}
      </span>
    </button>
  )
}
