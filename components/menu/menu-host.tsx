'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { placesFor } from '@/components/site/pages'
import { Button } from '@/components/ui/button'
import { FormDialog } from '@/components/ui/dialog'
import { Switch } from '@/components/ui/switch'
import { hasSingleKeys, isFreeKey, singleKeys } from '@/components/ui/typing'
import { CommandMenu, type MenuContext } from './command-menu'
import { closed, type Press, pressed } from './shortcuts'

interface MenuHostProps extends MenuContext {
  /** Keys pressed while this was loading. */
  presses: readonly UIEvent[]
}

const pressOf = (event: UIEvent): Press =>
  event instanceof KeyboardEvent
    ? { ...pick(event), isFree: isFreeKey(event) }
    : {
        key: 'k',
        ctrlKey: true,
        metaKey: false,
        altKey: false,
        shiftKey: false,
        timeStamp: event.timeStamp,
        isFree: true,
      }

const pick = ({ key, ctrlKey, metaKey, altKey, shiftKey, timeStamp }: KeyboardEvent) => ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  timeStamp,
})

/** Opens the command menu, the list of shortcuts, and pages by their shortcuts. */
export function MenuHost({ presses, ...context }: MenuHostProps) {
  const { isSignedIn } = context
  const router = useRouter()
  const [state, setState] = useState(() =>
    presses.reduce((state, event) => pressed(state, pressOf(event), isSignedIn), closed),
  )
  const latest = useRef(state)
  latest.current = state
  const { view, text, href } = state

  useEffect(() => {
    if (href === null) return
    setState(closed)
    router.push(href)
  }, [href, router])

  useEffect(() => {
    function onPress(event: UIEvent) {
      const isButton = event.target instanceof Element && event.target.closest('[data-menu]')
      if (event.defaultPrevented || (event.type === 'click' && !isButton)) return
      if (event instanceof KeyboardEvent && (event.isComposing || event.repeat)) return
      // An open dialog may have unfinished input, so the dialog remains open.
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      const next = pressed(latest.current, pressOf(event), isSignedIn)
      if (next.view !== null) event.preventDefault()
      if (next !== latest.current) setState(next)
    }
    const kinds = ['keydown', 'click'] as const
    for (const kind of kinds) window.addEventListener(kind, onPress)
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, onPress)
    }
  }, [isSignedIn])

  const onClose = () => setState(closed)
  if (view === 'shortcuts') return <ShortcutsDialog isSignedIn={isSignedIn} onClose={onClose} />
  if (view === null) return null
  const onShortcuts = () => setState({ ...closed, view: 'shortcuts' })
  return <CommandMenu {...context} initialText={text} onShortcuts={onShortcuts} onClose={onClose} />
}

interface ShortcutsDialogProps {
  isSignedIn: boolean
  onClose: () => void
}

/** Lists the shortcuts and turns single-key shortcuts off and on. */
function ShortcutsDialog({ isSignedIn, onClose }: ShortcutsDialogProps) {
  const [areOn, setAreOn] = useState(hasSingleKeys)
  const always = [
    { keys: ['mac' in document.documentElement.dataset ? '⌘' : 'Ctrl', 'K'], words: 'Search and commands' },
    { keys: ['/'], words: 'The page’s text box, or this menu' },
    { keys: ['?'], words: 'Keyboard shortcuts' },
  ]
  const places = placesFor(isSignedIn).flatMap(({ letter, name }) =>
    letter === null ? [] : [{ keys: ['g', letter], words: name }],
  )
  return (
    <FormDialog title="Keyboard shortcuts" description="These work on every page." onClose={onClose}>
      <Shortcuts rows={always} />
      <h3 className="mt-5 text-sm font-semibold">Go to a page</h3>
      <div className="grid gap-x-8 sm:grid-cols-2">
        <Shortcuts rows={places.slice(0, Math.ceil(places.length / 2))} />
        <Shortcuts rows={places.slice(Math.ceil(places.length / 2))} />
      </div>
      <div className="mt-4 mb-4 border-t border-rule pt-1">
        <Switch
          label="Single-key shortcuts"
          hint="Turn these off if you use speech input."
          on={areOn}
          busy={false}
          onSwitch={(on) => {
            try {
              localStorage[singleKeys] = on ? 'on' : 'off'
            } catch {}
            setAreOn(on)
          }}
        />
      </div>
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </FormDialog>
  )
}

interface ShortcutsProps {
  rows: ReadonlyArray<{ keys: readonly string[]; words: string }>
}

const Shortcuts = ({ rows }: ShortcutsProps) => (
  <dl className="mt-1">
    {rows.map(({ keys, words }) => (
      <div key={words} className="flex min-h-10 items-center justify-between gap-4 border-b border-rule py-1">
        <dt>{words}</dt>
        <dd className="flex gap-1">
          {keys.map((key) => (
            <kbd key={key} className="rounded-xs border border-edge px-1.5 py-0.5 font-mono text-xs">
              {key}
            </kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
)
