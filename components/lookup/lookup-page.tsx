'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ListingView } from '@/components/listing/listing-rows'
import { isInputProblem, toldProblem } from '@/components/problem/problem'
import { problemDetailId } from '@/components/problem/problem-card'
import { Card } from '@/components/ui/card'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import { noteAddress, textOfAddress, whenSeen } from './address'
import { saidOf } from './answer'
import { ConvertAnswer } from './convert-answer'
import { ConvertForm } from './convert-form'
import { LookupAnswer } from './lookup-answer'
import { LookupForm } from './lookup-form'
import { type RecentLookup, readRecent } from './recent'
import { RecentLookups } from './recent-lookups'
import { SearchAnswer } from './search-answer'
import { type Country, SearchForm } from './search-form'
import { putKeyboardAway, reveal } from './small-screen'
import { TryExamples } from './try-examples'
import { useBox } from './use-box'
import { useCalls } from './use-calls'
import { requestFor } from './use-reading'
import { useRecent } from './use-recent'

interface DeskProps {
  source: 'sample' | 'places'
  /** How many listings the sample has. */
  sampleCount: number
  countries: readonly Country[]
  /** What an answer looks like, shown before the first. */
  specimen: ListingView
  /** What the page's address asks for; empty where it asks for nothing. */
  initialText: string
  /** The review link of a place id, with `{place_id}` in its place. */
  reviewUrl: string
  /** The words above the desk. */
  intro: ReactNode
  /** What is drawn above the answer. */
  scene: ReactNode
}

type TabName = 'lookup' | 'search' | 'convert'

interface Asked {
  /** As it stood in the box. */
  text: string
  /** As it was sent to be resolved. */
  url: string
  as: 'lookup' | 'search'
}

/** The desk where listings are looked up: what is asked on one side, the answer's card on the other. */
export function Desk({ source, sampleCount, countries, specimen, initialText, reviewUrl, intro, scene }: DeskProps) {
  const { lookup, search, convert, left } = useCalls()
  const { recent, remember, forget } = useRecent()
  const [tab, setTab] = useState<TabName>('lookup')
  const [text, setText] = useState(initialText)
  const [name, setName] = useState('')
  const [cid, setCid] = useState('')
  // What the box's text was taken for when it was last looked up, and its answer where this browser had kept one.
  const [asked, setAsked] = useState<Asked>({ text: '', url: '', as: 'lookup' })
  const [kept, setKept] = useState<RecentLookup | null>(null)
  const desk = useRef<HTMLDivElement>(null)
  const answer = useRef<HTMLElement>(null)
  const focusBox = useBox(desk)

  const shown = tab === 'lookup' ? asked.as : tab
  const { status, error } = { lookup, search, convert }[shown]
  useEffect(() => {
    if (status !== 'idle') reveal(answer.current)
  }, [status])

  const lookUp = async (text: string) => {
    putKeyboardAway()
    noteAddress(text)
    const request = await requestFor(text)
    setKept(null)
    if (request.operation === 'search') {
      setAsked({ text, url: '', as: 'search' })
      setName(request.name)
      search.mutate({ name: request.name })
    } else {
      setAsked({ text, url: request.url, as: 'lookup' })
      lookup.mutate({ url: request.url }, { onSuccess: (listing) => remember(request.url, listing) })
    }
  }
  const tryText = (text: string) => {
    setTab('lookup')
    setText(text)
    void lookUp(text)
  }
  const openKept = (lookup: RecentLookup) => {
    setTab('lookup')
    setText(lookup.text)
    setAsked({ text: lookup.text, url: lookup.text, as: 'lookup' })
    setKept(lookup)
    noteAddress(lookup.text)
    reveal(answer.current)
  }

  // Whoever opens an address with a question in it asks it: it is looked up at once, or shown as this browser has kept it.
  // Whoever comes back to it from another of our pages asks nothing anew.
  const open = useRef(async (wanted: string, isAsked: boolean) => {
    open.current = async () => {}
    if (!isAsked) setText(wanted)
    const request = await requestFor(wanted)
    const url = request.operation === 'resolve' ? request.url : wanted.trim()
    const known = readRecent(localStorage).find((lookup) => lookup.text === url)
    if (known) openKept({ ...known, text: wanted })
    else if (isAsked) void lookUp(wanted)
  })
  useEffect(() => {
    const wanted = initialText || textOfAddress()
    if (wanted.trim() === '') return
    return whenSeen(() => open.current(wanted, initialText !== ''))
  }, [initialText])

  // A text that was changed since is no longer the one that met with a problem.
  const isAnswered = {
    lookup: text === asked.text,
    search: name === search.variables?.name,
    convert: cid === convert.variables?.cid,
  }[tab]
  const isAtFault = !(kept && shown === 'lookup') && error && isAnswered && isInputProblem(toldProblem(error))
  const problemId = isAtFault ? problemDetailId : undefined
  const shownLookup = kept ? { status: 'success' as const, data: kept.listing, error: null } : lookup
  const addressOf = (cid: string) => search.data?.results.find((result) => result.cid === cid)?.address ?? null

  return (
    <div ref={desk} className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div className="top-6 min-w-0 lg:[@media(min-height:56rem)]:sticky">
        {intro}
        <Tabs value={tab} onValueChange={(value) => setTab(value as TabName)}>
          <TabList aria-label="What to do">
            <Tab value="lookup">Look up</Tab>
            <Tab value="search">Search</Tab>
            <Tab value="convert">Convert</Tab>
          </TabList>
          <Card>
            <TabPanel value="lookup">
              <LookupForm
                text={text}
                busy={lookup.isPending || search.isPending}
                left={left}
                problemId={problemId}
                onChange={setText}
                onLookUp={lookUp}
                onConvert={(cid) => {
                  setCid(cid)
                  setTab('convert')
                  convert.mutate({ cid })
                }}
              />
            </TabPanel>
            <TabPanel value="search">
              <SearchForm
                name={name}
                countries={countries}
                busy={search.isPending}
                left={left}
                problemId={problemId}
                onChange={setName}
                onSearch={(query) => {
                  putKeyboardAway()
                  search.mutate(query)
                }}
              />
            </TabPanel>
            <TabPanel value="convert">
              <ConvertForm
                cid={cid}
                busy={convert.isPending}
                left={left}
                problemId={problemId}
                onChange={setCid}
                onConvert={(cid) => {
                  putKeyboardAway()
                  convert.mutate({ cid })
                }}
              />
            </TabPanel>
          </Card>
        </Tabs>
        <p className="mt-3 px-1 text-sm text-soft">
          Many at once?{' '}
          <a
            href="/bulk"
            className="font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
          >
            Look up to 1,000 lines in bulk
          </a>
        </p>
        <RecentLookups recent={recent} onOpen={openKept} onForget={forget} />
        <TryExamples source={source} sampleCount={sampleCount} onTry={tryText} />
      </div>

      <div className="min-w-0">
        {scene}
        <section ref={answer} aria-label="Answer" className="scroll-mt-4">
          {shown === 'lookup' && (
            <LookupAnswer
              call={shownLookup}
              left={left}
              onChangeInput={focusBox}
              source={source}
              specimen={specimen}
              url={asked.url}
              keptMs={kept?.atMs ?? null}
              addressOf={addressOf}
              onRetry={() => lookUp(asked.text)}
              onSearchInstead={() => {
                if (/^[^/]{1,200}$/.test(asked.text.trim())) setName(asked.text.trim())
                setTab('search')
              }}
            />
          )}
          {shown === 'search' && (
            <SearchAnswer
              call={search}
              left={left}
              onChangeInput={focusBox}
              source={source}
              sampleCount={sampleCount}
              query={search.variables ?? { name }}
              reviewUrl={reviewUrl}
              onRetry={() => search.variables && search.mutate(search.variables)}
            />
          )}
          {shown === 'convert' && (
            <ConvertAnswer
              call={convert}
              left={left}
              onChangeInput={focusBox}
              onRetry={() => convert.variables && convert.mutate(convert.variables)}
            />
          )}
        </section>
        <p role="status" className="sr-only">
          {shown === 'lookup' &&
            saidOf(shownLookup, ({ title, cid }) => `${title ?? 'A listing'} found. Its CID is ${cid}.`)}
          {shown === 'search' && saidOf(search, ({ results }) => `${results.length} found.`)}
          {shown === 'convert' && saidOf(convert, ({ cid_decimal, hex_cid }) => `${cid_decimal} is ${hex_cid}.`)}
        </p>
      </div>
    </div>
  )
}
