'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ListingView } from '@/components/listing/listing-rows'
import { isInputProblem, toldProblem } from '@/components/problem/problem'
import { problemDetailId } from '@/components/problem/problem-card'
import { Card } from '@/components/ui/card'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import { saidOf } from './answer'
import { ConvertAnswer } from './convert-answer'
import { ConvertForm } from './convert-form'
import { LookupAnswer } from './lookup-answer'
import { LookupForm } from './lookup-form'
import { SearchAnswer } from './search-answer'
import { type Country, SearchForm } from './search-form'
import { putKeyboardAway, reveal } from './small-screen'
import { TryExamples } from './try-examples'
import { useBox } from './use-box'
import { useCalls } from './use-calls'

interface DeskProps {
  source: 'sample' | 'places'
  /** How many listings the sample has. */
  sampleCount: number
  countries: readonly Country[]
  /** What an answer looks like, shown before the first. */
  specimen: ListingView
  /** What stands in the box to begin with. */
  initialText: string
  /** The words above the desk. */
  intro: ReactNode
  /** What is drawn above the answer. */
  scene: ReactNode
}

type TabName = 'lookup' | 'search' | 'convert'

/** The desk where listings are looked up: what is asked on one side, the answer's card on the other. */
export function Desk({ source, sampleCount, countries, specimen, initialText, intro, scene }: DeskProps) {
  const { lookup, search, convert, free } = useCalls()
  const [tab, setTab] = useState<TabName>('lookup')
  const [text, setText] = useState(initialText)
  const [name, setName] = useState('')
  const desk = useRef<HTMLDivElement>(null)
  const answer = useRef<HTMLElement>(null)
  const focusBox = useBox(desk)

  const { status, error } = { lookup, search, convert }[tab]
  useEffect(() => {
    if (status !== 'idle') reveal(answer.current)
  }, [status])

  const lookUp = (text: string) => {
    putKeyboardAway()
    lookup.mutate({ url: text })
  }
  const tryText = (text: string) => {
    setTab('lookup')
    setText(text)
    lookUp(text)
  }
  // A text that was changed since is no longer the one that met with a problem.
  const isAnswered = { lookup: text === lookup.variables?.url, search: name === search.variables?.name, convert: true }[
    tab
  ]
  const problemId = error && isAnswered && isInputProblem(toldProblem(error)) ? problemDetailId : undefined
  const resetSeconds = free?.resetSeconds

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
                busy={lookup.isPending}
                free={free}
                problemId={problemId}
                onChange={setText}
                onLookUp={lookUp}
              />
            </TabPanel>
            <TabPanel value="search">
              <SearchForm
                name={name}
                countries={countries}
                busy={search.isPending}
                free={free}
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
                busy={convert.isPending}
                free={free}
                problemId={problemId}
                onConvert={(cid) => {
                  putKeyboardAway()
                  convert.mutate({ cid })
                }}
              />
            </TabPanel>
          </Card>
        </Tabs>
        <TryExamples source={source} sampleCount={sampleCount} onTry={tryText} />
      </div>

      <div className="min-w-0">
        {scene}
        <section ref={answer} aria-label="Answer" className="scroll-mt-4">
          {tab === 'lookup' && (
            <LookupAnswer
              call={lookup}
              resetSeconds={resetSeconds}
              onChangeInput={focusBox}
              source={source}
              specimen={specimen}
              onRetry={() => lookup.variables && lookUp(lookup.variables.url)}
              onSearchInstead={() => setTab('search')}
            />
          )}
          {tab === 'search' && (
            <SearchAnswer
              call={search}
              resetSeconds={resetSeconds}
              onChangeInput={focusBox}
              source={source}
              sampleCount={sampleCount}
              onRetry={() => search.variables && search.mutate(search.variables)}
            />
          )}
          {tab === 'convert' && (
            <ConvertAnswer
              call={convert}
              resetSeconds={resetSeconds}
              onChangeInput={focusBox}
              onRetry={() => convert.variables && convert.mutate(convert.variables)}
            />
          )}
        </section>
        <p role="status" className="sr-only">
          {tab === 'lookup' && saidOf(lookup, ({ title, cid }) => `${title ?? 'A listing'} found. Its CID is ${cid}.`)}
          {tab === 'search' && saidOf(search, ({ results }) => `${results.length} found.`)}
          {tab === 'convert' && saidOf(convert, ({ cid_decimal, hex_cid }) => `${cid_decimal} is ${hex_cid}.`)}
        </p>
      </div>
    </div>
  )
}
