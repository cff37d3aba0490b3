'use client'

import { Command as Cmdk } from 'cmdk'
import { usePathname, useRouter } from 'next/navigation'
import * as Radix from 'radix-ui/dialog'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { curlSample, keyPlaceholder, requestSamples } from '@/components/samples/request-samples'
import { useLanguage } from '@/components/samples/use-language'
import { switchTo } from '@/components/site/accounts/switch-to'
import { signOut } from '@/components/site/sign-out'
import type { Outputs } from '@/components/trpc/client'
import { copyText } from '@/components/ui/copy-button'
import { SearchIcon } from '@/components/ui/part-icons'
import type { ListingHosts } from '@/server/features/listings/listing'
import { batchIdIn, type Command, fixedCommands, isChange, matches, requestIdIn } from './commands'
import { requestAction, type TextAction } from './text-actions'
import { TextLookupContent } from './text-lookup-content'
import { useDocs, useOwnCommands } from './use-sources'
import { useTextLookup } from './use-text-lookup'

export interface MenuContext {
  source: Outputs['status']['source']
  /** The hosts for links to listings. */
  hosts: ListingHosts
  isSignedIn: boolean
  /** The public address of this server, for sample requests. */
  apiUrl: string
}

interface MenuProps extends MenuContext {
  /** Text typed while the menu was loading. */
  initialText: string
  onShortcuts: () => void
  onClose: () => void
}

/** One box for everything: paste a link, an identifier, or a request id, or type to open a page or run a command. */
export function CommandMenu(props: MenuProps) {
  const { isSignedIn, apiUrl, source, hosts, initialText, onShortcuts, onClose } = props
  const router = useRouter()
  const pathname = usePathname()
  const box = useRef<HTMLInputElement>(null)
  const [opener] = useState(() => document.activeElement)
  const [text, setText] = useState(initialText)
  const [message, setMessage] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const hasMoved = useRef(false)
  const { language } = useLanguage()
  const lookup = useTextLookup(text, hosts)
  const own = useOwnCommands(isSignedIn)
  const { isViewer } = own
  const fixed = useMemo(
    () => fixedCommands(isSignedIn).filter((command) => !(isViewer && isChange(command))),
    [isSignedIn, isViewer],
  )
  const requestId = requestIdIn(text)
  const batchId = batchIdIn(text)
  const isReference = lookup.isReference || requestId !== null || batchId !== null
  const docs = useDocs(isReference ? '' : text)

  const open = (path: string) => {
    onClose()
    router.push(path)
  }
  async function copyRequest() {
    const body = { url: lookup.url ?? exampleUrl }
    const request = { base: apiUrl, path: '/api/resolve', body, key: isSignedIn ? keyPlaceholder : null } as const
    const sample = requestSamples(request).find((one) => one.language === language)
    const isCopied = await copyText(sample?.code ?? curlSample(request))
    setMessage(isCopied ? `${sample?.language ?? 'curl'} request copied.` : 'The request couldn’t be copied.')
  }
  function run({ run }: Command) {
    if ('open' in run) open(run.open)
    else if ('account' in run) {
      setMessage('Opening')
      switchTo(run.account).catch(() => setMessage('Couldn’t open the account. Try again.'))
    } else if ('theme' in run) {
      switchTheme(run.theme)
      setMessage(`${run.theme === 'system' ? 'System theme' : `Theme: ${run.theme}`}.`)
    } else if (run.act === 'copy request') void copyRequest()
    else if (run.act === 'shortcuts') onShortcuts()
    else {
      setMessage('Signing out')
      void signOut().then((isDone) => isDone || setMessage('Couldn’t sign out. Try again.'))
    }
  }

  const ofText: TextAction[] = [
    ...(requestId === null ? [] : [requestAction(requestId, isSignedIn, open)]),
    ...(batchId !== null && isSignedIn
      ? [{ id: 'batch id', title: 'Open this batch', act: () => open(`/batches/${batchId}`) }]
      : []),
    ...(lookup.isReference && requestId === null ? lookup.actions : []),
    ...(lookup.url === null
      ? []
      : [{ id: 'copy its request', title: 'Copy the API request', act: () => void copyRequest() }]),
  ]
  const groups = requestId === null ? matches(fixed, own.commands, text) : []
  const shown = new Set(groups.flatMap(({ commands }) => commands.map(({ run }) => ('open' in run ? run.open : ''))))
  const pages = (Array.isArray(docs) ? docs : [])
    .map(({ page, hits }) => ({ page, hits: hits.filter(({ path }) => !shown.has(path)) }))
    .filter(({ hits }) => hits.length > 0)
  const docsGroups = pages.map(({ page, hits }) => (
    <Group key={page} heading={page}>
      {hits.map(({ path, heading, excerpt }) => (
        <Option key={path + heading} value={docsId({ path, heading })} title={heading} onSelect={() => open(path)}>
          <span className="line-clamp-2 text-soft">{excerpt}</span>
        </Option>
      ))}
    </Group>
  ))
  const commandGroups = groups.map(({ name, commands }) => (
    <Group key={name} heading={name}>
      {commands.map((command) => (
        <Option key={command.id} value={command.id} {...command} onSelect={() => run(command)} />
      ))}
    </Group>
  ))
  const last = lookup.isReference || requestId !== null ? [] : lookup.actions
  const count =
    ofText.length + last.length + [...groups.map((one) => one.commands), ...pages.map((one) => one.hits)].flat().length
  const isInDocs = pathname === '/docs' || pathname.startsWith('/docs/')
  const commandIds = groups.flatMap(({ commands }) => commands.map(({ id }) => id))
  const docsIds = pages.flatMap(({ hits }) => hits.map(docsId))
  // Keys, batches, and hits arrive one after another. Until the user moves it, the selection is the first option.
  const first = [
    ofText.map(({ id }) => id),
    ...(isInDocs ? [docsIds, commandIds] : [commandIds, docsIds]),
    last.map(({ id }) => id),
  ].flat()[0]

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-[rgb(0_0_0/0.55)]" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
          }}
          onKeyDown={(event) => {
            if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            onClose()
          }}
          className="fixed inset-x-4 top-4 z-20 mx-auto flex max-h-[calc(100dvh-2rem)] max-w-[40rem] flex-col overflow-hidden rounded-lg border border-edge bg-sheet shadow-card sm:top-[10vh] sm:max-h-[80vh]"
        >
          <Radix.Title className="sr-only">Search and commands</Radix.Title>
          <Cmdk
            shouldFilter={false}
            loop
            vimBindings={false}
            label="Search and commands"
            value={chosen ?? first ?? ''}
            onValueChange={(next) => hasMoved.current && setChosen(next)}
            onKeyDown={(event) => {
              if (event.key.startsWith('Arrow')) hasMoved.current = true
            }}
            className="contents"
          >
            <div className="flex items-center gap-2 border-b border-rule px-4">
              {/* Before the box, so that Tab moves from the box to a listing's values. */}
              <Radix.Close className="order-last min-h-11 rounded-sm px-1.5 text-sm text-soft hover:text-ink">
                Close
              </Radix.Close>
              <SearchIcon />
              <Cmdk.Input
                ref={box}
                autoFocus
                enterKeyHint="go"
                placeholder="Paste a link, or search"
                value={text}
                onValueChange={(next) => {
                  setText(next)
                  setMessage('')
                  setChosen(null)
                  hasMoved.current = false
                }}
                onKeyDown={keepCaretKeys}
                className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-soft focus-visible:outline-none"
              />
            </div>
            <div className="min-h-0 overflow-y-auto overscroll-contain">
              <Cmdk.List
                label="Results"
                onPointerMoveCapture={() => {
                  hasMoved.current = true
                }}
                className="px-2 py-2 empty:hidden"
              >
                {ofText.length > 0 && (
                  <Group heading={requestId === null ? 'This text' : 'Request'}>
                    {ofText.map(({ id, act, ...words }) => (
                      <Option key={id} value={id} {...words} onSelect={act} />
                    ))}
                  </Group>
                )}
                {isInDocs && docsGroups}
                {commandGroups}
                {!isInDocs && docsGroups}
                {last.length > 0 && (
                  <Group heading="Google Maps">
                    {last.map(({ id, act, ...words }) => (
                      <Option key={id} value={id} {...words} onSelect={act} />
                    ))}
                  </Group>
                )}
              </Cmdk.List>
              {lookup.content && requestId === null && (
                // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed in the card are its own, not the list's
                <div className="px-2 pb-3 sm:px-4" onKeyDown={(event) => event.stopPropagation()}>
                  <TextLookupContent content={lookup.content} source={source} onEdit={() => box.current?.focus()} />
                </div>
              )}
            </div>
            <p role="status" className="border-t border-rule px-4 py-2.5 text-sm text-soft empty:sr-only">
              {message || statusOf({ text, count, docs, isReference, missing: own.missing })}
            </p>
            <p role="status" className="sr-only">
              {lookup.announcement}
            </p>
          </Cmdk>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const docsId = ({ path, heading }: { path: string; heading: string }) => `docs ${path} ${heading}`.trim()

/** A link to a listing that is in every server's sample. */
const exampleUrl = 'https://maps.google.com/?cid=2950359333223072708'

/** Leaves Home and End to the text in the box. */
function keepCaretKeys(event: KeyboardEvent) {
  if (event.key === 'Home' || event.key === 'End') event.stopPropagation()
}

/** Switches the theme by imitating the theme switch, whose changes `public/page.js` listens for. */
function switchTheme(theme: string) {
  const choice = document.createElement('input')
  choice.dataset.themeChoice = ''
  choice.value = theme
  choice.hidden = true
  document.body.append(choice)
  choice.dispatchEvent(new Event('change', { bubbles: true }))
  choice.remove()
}

const Group = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Cmdk.Group
    heading={heading}
    className="pb-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-soft"
  >
    {children}
  </Cmdk.Group>
)

interface OptionProps {
  value: string
  title: string
  hint?: string
  /** The equivalent shortcut. */
  keys?: readonly string[]
  onSelect: () => void
  children?: ReactNode
}

const Option = ({ value, title, hint, keys, onSelect, children }: OptionProps) => (
  <Cmdk.Item
    value={value}
    onSelect={onSelect}
    className="cursor-pointer rounded-md px-2 py-2 text-sm aria-selected:bg-sunk pointer-coarse:py-2.5"
  >
    <span className="flex min-h-6 flex-wrap items-center gap-x-3">
      <span className="font-medium [overflow-wrap:anywhere]">{title}</span>
      {hint && <span className="text-soft">{hint}</span>}
      {keys && (
        <span aria-hidden="true" className="ms-auto flex gap-1 pointer-coarse:hidden">
          {keys.map((key) => (
            <kbd key={key} className="rounded-xs border border-rule px-1.5 font-mono text-xs text-soft">
              {key}
            </kbd>
          ))}
        </span>
      )}
    </span>
    {children}
  </Cmdk.Item>
)

interface Status {
  text: string
  count: number
  docs: ReturnType<typeof useDocs>
  isReference: boolean
  missing: string | null
}

function statusOf({ text, count, docs, isReference, missing }: Status): string {
  const lost = [missing, docs === 'failed' && 'the docs'].filter(Boolean).join(' and ')
  const note = lost ? ` Couldn’t load ${lost}.` : ''
  if (text.trim() === '' || isReference) return note.trim()
  if (docs === null) return `Searching…${note}`
  if (count === 0) return `No results. Try other words.${note}`
  return `${count === 1 ? '1 result' : `${count} results`}.${note}`
}
