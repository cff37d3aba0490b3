'use client'

import { useRouter } from 'next/navigation'
import * as Radix from 'radix-ui/dialog'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { SearchIcon } from '@/components/ui/icons'
import { type Entry, entriesPath, finder, type Group } from './find'

/** Searches the docs as the user types. Arrow keys choose, Enter opens, Escape closes. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const router = useRouter()
  const find = useFinder()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const groups = useMemo(() => (typeof find === 'function' && query.trim() ? find(query) : []), [find, query])
  const hits = groups.flatMap((group) => group.hits)
  const optionId = (index: number) => `${id}-option-${index}`

  function open(path: string) {
    onClose()
    router.push(path)
  }

  function choose(index: number) {
    setChosen(index)
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    const { length } = hits
    if (event.nativeEvent.isComposing || length === 0) return
    if (event.key === 'ArrowDown') choose((chosen + 1) % length)
    else if (event.key === 'ArrowUp') choose((chosen + length - 1) % length)
    else if (event.key === 'Enter') open(hits[chosen]?.path ?? '/docs')
    else return
    event.preventDefault()
  }

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-[rgb(0_0_0/0.55)]" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-4 z-20 mx-auto flex max-h-[calc(100dvh-2rem)] max-w-[38rem] flex-col overflow-hidden rounded-lg border border-edge bg-sheet shadow-card sm:top-[12vh] sm:max-h-[72vh]"
        >
          <Radix.Title className="sr-only">Search the docs</Radix.Title>
          <div className="flex items-center gap-2 border-b border-rule px-4">
            <SearchIcon />
            <input
              // biome-ignore lint/a11y/noAutofocus: the dialog is opened to type
              autoFocus
              role="combobox"
              aria-label="Search the docs"
              aria-expanded={hits.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={hits.length > 0 ? optionId(chosen) : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="go"
              placeholder="A field, an error code, a task"
              value={query}
              onChange={({ target }) => {
                setQuery(target.value)
                setChosen(0)
              }}
              onKeyDown={onKeyDown}
              className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none focus-visible:outline-none"
            />
            <Radix.Close className="rounded-sm px-1.5 py-2 text-sm text-soft hover:text-ink">Close</Radix.Close>
          </div>
          <Results id={id} groups={groups} chosen={chosen} optionId={optionId} onPoint={setChosen} onOpen={open} />
          <p role="status" className="px-4 py-3 text-sm text-soft empty:hidden">
            {statusOf(find, query, hits.length)}
          </p>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface ResultsProps {
  id: string
  groups: readonly Group[]
  chosen: number
  optionId: (index: number) => string
  onPoint: (index: number) => void
  onOpen: (path: string) => void
}

/** The hits, grouped by page. The search box keeps the focus, so Tab does not reach the options. */
function Results({ id, groups, chosen, optionId, onPoint, onOpen }: ResultsProps) {
  let index = -1
  return (
    // biome-ignore-start lint/a11y/useFocusableInteractive: the combobox has the focus and names the active option
    // biome-ignore-start lint/a11y/useKeyWithClickEvents: its keys are handled there
    <div role="listbox" id={`${id}-list`} aria-label="Results" className="min-h-0 overflow-y-auto empty:hidden">
      {groups.map(({ page, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
        <div key={page} role="group" aria-label={page} className="border-b border-rule px-2 py-2 last:border-b-0">
          <p aria-hidden="true" className="px-2 py-1 text-xs text-soft">
            {page}
          </p>
          {hits.map(({ path, heading, excerpt }) => {
            index += 1
            const own = index
            return (
              <div
                key={path + heading}
                id={optionId(own)}
                role="option"
                aria-selected={own === chosen}
                onMouseMove={() => onPoint(own)}
                onClick={() => onOpen(path)}
                className="cursor-pointer rounded-md px-2 py-2 text-sm aria-selected:bg-sunk"
              >
                <span className="font-medium [overflow-wrap:anywhere]">{heading}</span>
                <span className="line-clamp-2 text-soft">{excerpt}</span>
              </div>
            )
          })}
        </div>
      ))}
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above
    // biome-ignore-end lint/a11y/useKeyWithClickEvents: as above
  )
}

function statusOf(find: ReturnType<typeof useFinder>, query: string, count: number): string {
  if (find === 'failed') return 'The search could not be loaded. Check your connection, then open it again.'
  if (query.trim() === '') return 'Guides, reference and error codes.'
  if (find === null) return 'Loading…'
  if (count === 0) return 'Nothing found. Try other words, or the name of a field.'
  return count === 1 ? '1 result' : `${count} results`
}

type Find = ReturnType<typeof finder>

/** Kept for the next time the search is opened. */
let made: Promise<Find> | null = null

async function makeFinder(): Promise<Find> {
  const response = await fetch(entriesPath)
  if (!response.ok) throw new Error(`the entries of the search: ${response.status}`)
  return finder((await response.json()) as Entry[])
}

/** Returns the search over the docs; null while its entries are loading. */
function useFinder(): Find | 'failed' | null {
  const [find, setFind] = useState<{ now: Find | 'failed' | null }>({ now: null })
  useEffect(() => {
    let isGone = false
    made ??= makeFinder()
    made.then(
      (now) => isGone || setFind({ now }),
      () => {
        made = null
        if (!isGone) setFind({ now: 'failed' })
      },
    )
    return () => {
      isGone = true
    }
  }, [])
  return find.now
}
