'use client'

import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { chooseLookupLanguage } from '@/components/language/language-choice'
import { languageLabel } from '@/components/language/languages'
import { lookupLanguage } from '@/components/language/lookup-language'
import { type Outputs, useTRPCClient } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import { FormActions, FormDialog } from '@/components/ui/dialog'
import { download } from '@/components/ui/download'
import { Select, TextField } from '@/components/ui/field'
import { resultsFileName } from '@/server/features/batches/batch'
import type { Row } from '@/server/features/lists/row'
import type { KitReply, KitRequest } from './kit.worker'
import {
  type KitListing,
  maxListings,
  type Selection,
  type SkippedLine,
  selectListings,
  skippedWords,
} from './listings'
import { type KitSettings, LogoField, longestName, readSettings, saveSettings } from './settings'
import { lookupTag, posterLanguages } from './text'

interface KitDialogProps {
  batch: Pick<Outputs['batches']['get'], 'id' | 'name' | 'name_column' | 'language'>
  onClose: () => void
}

/** Creates a ZIP of posters, cards, QR codes, and links from the listings that a batch found. */
export function KitDialog({ batch, onClose }: KitDialogProps) {
  const id = useId()
  const [settings, setSettings] = useState(() => {
    const languages = [batch.language ?? '', lookupLanguage(), ...navigator.languages]
    return readSettings(() => localStorage, languages, batch.id)
  })
  const { selection, hasFailed, load } = useSelection(batch)
  const [isMade, setIsMade] = useState(false)
  const [words, setWords] = useState('')
  const listings = selection?.listings ?? []
  const { preview, done, fault, draw, make } = useMaker((file) => {
    download(resultsFileName(batch, 'zip').replace(/\.zip$/, '-review-kit$&'), file)
    setIsMade(true)
    setWords(`Kit with ${listingsWords(listings.length)} downloaded.`)
  })
  const [first] = listings
  useEffect(() => {
    if (first) draw(first, settings)
  }, [first, settings, draw])

  const change = (changes: Partial<KitSettings>) => {
    const changed = { ...settings, ...changes }
    setSettings(changed)
    setWords(
      saveSettings(() => localStorage, changed) ? '' : 'This browser can’t save these settings for your next kit.',
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!selection || listings.length === 0 || done !== null) return
    setWords('')
    make(selection, settings)
  }
  return (
    <FormDialog
      title="Review kit"
      description="A ZIP file with a poster, a card, and QR codes for each listing’s review form. It’s created in your browser, so the name and logo aren’t sent anywhere."
      onClose={onClose}
    >
      <form onSubmit={submit} className="mt-5 grid gap-5">
        <div className="grid gap-5 sm:grid-cols-[1fr_9.5rem]">
          <div className="grid content-start gap-4">
            <TextField
              id={`${id}-name`}
              label="Business name"
              hint="Leave empty to use the names in your list, or else on Google Maps."
              dir="auto"
              maxLength={longestName}
              value={settings.name}
              onChange={({ currentTarget: { value } }) => change({ name: value })}
            />
            <LogoField logo={settings.logo} onChange={(logo) => change({ logo })} />
            <Select
              id={`${id}-language`}
              label="Language"
              value={settings.language}
              onChange={({ currentTarget: { value } }) => {
                const language = posterLanguages.find((one) => one === value) ?? 'en'
                chooseLookupLanguage(lookupTag(language))
                change({ language, languageOf: batch.id })
              }}
            >
              {posterLanguages.map((language) => (
                <option key={language} value={language}>
                  {languageLabel(language)}
                </option>
              ))}
            </Select>
          </div>
          <div className="mx-auto aspect-[105/148] w-full max-w-[9.5rem] self-start rounded-sm border border-rule bg-sunk shadow-card">
            {preview && (
              // biome-ignore lint/performance/noImgElement: it was just drawn here
              <img
                src={preview}
                alt={`Poster of ${settings.name || first?.name || 'the first listing'}`}
                className="rounded-sm"
              />
            )}
          </div>
        </div>
        {done === null ? (
          <SelectionNote selection={selection} hasFailed={hasFailed} needsNames={settings.name === ''} onLoad={load} />
        ) : (
          <KitProgress done={done} all={listings.length} />
        )}
        <p role="status" className="text-sm font-medium empty:hidden">
          {words}
        </p>
        <p role="alert" className="text-sm font-medium text-limit empty:hidden">
          {fault}
        </p>
        <FormActions dismiss={isMade ? 'Close' : 'Cancel'}>
          <Button type="submit" look="primary" busy={listings.length === 0 || done !== null}>
            <SteadyLabel labels={['Download kit', 'Creating']} shown={done === null ? 'Download kit' : 'Creating'} />
          </Button>
        </FormActions>
      </form>
    </FormDialog>
  )
}

const listingsWords = (count: number) => `${formatNumber(count)} ${count === 1 ? 'listing' : 'listings'}`

/** Loads a batch's listings for a kit; `load` loads them again, or loads the listings after a row. */
function useSelection({ id, name_column }: KitDialogProps['batch']) {
  const client = useTRPCClient()
  const [selection, setSelection] = useState<Selection | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const latest = useRef(0)
  const load = useCallback(
    async (after: number) => {
      latest.current += 1
      const own = latest.current
      setSelection(null)
      setHasFailed(false)
      try {
        const fetchPage = async (after: string) => {
          if (own !== latest.current) throw new Error('superseded')
          const page = await client.batches.listResults.query({ id, after })
          return { ...page, results: page.results as Row[] }
        }
        const loaded = await selectListings(fetchPage, { nameColumn: name_column ?? 'name', after })
        if (own === latest.current) setSelection(loaded)
      } catch {
        if (own === latest.current) setHasFailed(true)
      }
    },
    [client, id, name_column],
  )
  useEffect(() => {
    void load(0)
    return () => {
      latest.current += 1
    }
  }, [load])
  return { selection, hasFailed, load }
}

interface SelectionNoteProps {
  selection: Selection | null
  hasFailed: boolean
  /** Whether posters show listing names. */
  needsNames: boolean
  /** Loads the listings after a row. */
  onLoad: (after: number) => Promise<void>
}

/** Shows what is in the kit, and what isn't. */
function SelectionNote({ selection, hasFailed, needsNames, onLoad }: SelectionNoteProps) {
  if (hasFailed)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
        <p className="font-medium text-limit">The listings couldn’t be loaded.</p>
        <Button onClick={() => void onLoad(0)}>Try again</Button>
      </div>
    )
  if (!selection) return <p className="text-sm text-soft">Loading the listings…</p>
  const { listings, skipped, firstRow, lastRow, hasMore } = selection
  const isPart = hasMore || firstRow > 1
  const differing = listings.filter(({ nameDiffers }) => nameDiffers).length
  const unnamed = needsNames ? listings.filter(({ name }) => name === null).length : 0
  return (
    <div className="grid justify-items-start gap-2 text-sm text-soft">
      <p className="font-medium text-ink">
        {listingsWords(listings.length)}
        {isPart && `, from rows ${formatNumber(firstRow)} to ${formatNumber(lastRow)}`}.
      </p>
      {skipped.length > 0 && <Skipped lines={skipped} />}
      {differing > 0 && (
        <p>
          {listingsWords(differing)} {differing === 1 ? 'has' : 'have'} a different name on Google Maps. Compare “name”
          and “title” in review-links.csv.
        </p>
      )}
      {unnamed > 0 && (
        <p>
          {listingsWords(unnamed)} {unnamed === 1 ? 'has' : 'have'} no name, because names weren’t looked up in the last
          24 hours. Enter a business name, or look up the lines again with names.
        </p>
      )}
      {hasMore && (
        <>
          <p>A kit has up to {formatNumber(maxListings)} listings. Create another kit from the remaining rows.</p>
          <Button onClick={() => void onLoad(lastRow)}>Continue from row {formatNumber(lastRow + 1)}</Button>
        </>
      )}
    </div>
  )
}

/** How many lines the dialog lists; the kit has all of them in a file. */
const maxShown = 100

/** Lists the lines that are not in the kit, with the reasons. */
function Skipped({ lines }: { lines: readonly SkippedLine[] }) {
  const rest = lines.length - maxShown
  return (
    <details className="w-full">
      <summary className="cursor-pointer">
        {formatNumber(lines.length)} {lines.length === 1 ? 'line is' : 'lines are'} not in the kit:{' '}
        {skippedWords(lines)}.
      </summary>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        aria-label="Lines that are not in the kit"
        className="mt-2 max-h-48 overflow-y-auto rounded-md border border-rule px-3 py-1"
      >
        {lines.slice(0, maxShown).map(({ row, name, detail }) => (
          <li key={row} className="border-rule py-1.5 [overflow-wrap:anywhere] not-first:border-t">
            <span className="text-ink">
              Row {formatNumber(row)}
              {name !== null && (
                <>
                  : <bdi>{name}</bdi>
                </>
              )}
            </span>
            <span className="block">{detail}</span>
          </li>
        ))}
        {rest > 0 && <li className="border-t border-rule py-1.5">And {formatNumber(rest)} more, in not-in-kit.csv.</li>}
      </ul>
    </details>
  )
}

function KitProgress({ done, all }: { done: number; all: number }) {
  return (
    <div>
      <div
        role="progressbar"
        aria-label="Listings"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={all}
        className="h-2 overflow-hidden rounded-full bg-sunk"
      >
        <div className="h-full bg-done" style={{ width: `${(100 * done) / all}%` }} />
      </div>
      <p className="mt-2 text-sm tabular-nums">
        {formatNumber(done)} of {listingsWords(all)}
      </p>
    </div>
  )
}

interface MakerState {
  /** The URL of a poster's picture; null until it is drawn. */
  preview: string | null
  /** The number of listings done in the current kit; null if no kit is being created. */
  done: number | null
  fault: string | null
}

/** Draws posters and creates kits in a worker, which starts on first use. */
function useMaker(onMade: (file: Blob) => void) {
  const [state, setState] = useState<MakerState>({ preview: null, done: null, fault: null })
  const worker = useRef<Worker | null>(null)
  const made = useRef(onMade)
  made.current = onMade

  useEffect(
    () => () => {
      worker.current?.terminate()
      worker.current = null
    },
    [],
  )

  const { preview } = state
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview)
  }, [preview])

  const send = useCallback((request: KitRequest) => {
    const take = ({ data }: MessageEvent<KitReply>) => {
      if (data.type === 'kit') made.current(data.file)
      setState((now) => {
        if (data.type === 'preview') return { ...now, preview: URL.createObjectURL(data.picture) }
        if (data.type === 'progress') return { ...now, done: data.done }
        return { ...now, done: null, fault: data.type === 'fault' ? data.fault : null }
      })
    }
    if (worker.current === null) {
      worker.current = new Worker(new URL('./kit.worker.ts', import.meta.url), { type: 'module' })
      worker.current.onmessage = take
      worker.current.onerror = () => {
        worker.current = null
        setState((now) => ({ ...now, done: null, fault: notLoaded }))
      }
    }
    worker.current.postMessage(request)
  }, [])

  const draw = useCallback(
    (listing: KitListing, settings: KitSettings) => send({ type: 'preview', listing, settings }),
    [send],
  )
  const make = useCallback(
    ({ listings, skipped }: Selection, settings: KitSettings) => {
      setState((now) => ({ ...now, done: 0, fault: null }))
      send({ type: 'kit', listings, skipped, settings })
    },
    [send],
  )
  return { ...state, draw, make }
}

const notLoaded =
  'The kit couldn’t be created because part of this page didn’t load. Check your connection and try again.'
