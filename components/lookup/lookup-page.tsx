'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ListingView } from '@/components/listing/listing-rows'
import { useLookupsLeft } from '@/components/quota/use-lookups-left'
import type { Outputs } from '@/components/trpc/client'
import { Card } from '@/components/ui/card'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import type { ListingHosts } from '@/server/listings/listing'
import type { AddressedLookup } from './address'
import { ConvertAnswer } from './convert-answer'
import { ConvertForm } from './convert-form'
import { focusHeading } from './focus-heading'
import { LookupAnswer } from './lookup-answer'
import { LookupForm } from './lookup-form'
import type { RecentLookup } from './recent'
import { RecentLookups } from './recent-lookups'
import { SearchAnswer } from './search-answer'
import { type Country, SearchForm } from './search-form'
import { reveal } from './small-screen'
import { TryExamples } from './try-examples'
import { useAddress } from './use-address'
import { useBox } from './use-box'
import { useConvert } from './use-convert'
import { useLookup } from './use-lookup'
import { useSearch } from './use-search'
import { useTitle } from './use-title'

interface LookupPageProps {
  source: Outputs['status']['source']
  /** How many listings the sample has. */
  sampleCount: number
  countries: readonly Country[]
  /** What an answer looks like, shown before the first. */
  exampleListing: ListingView
  /** The lookup that the page's address names. */
  initialLookup: AddressedLookup & { isSent: boolean }
  /** Where the links of listings lead. */
  hosts: ListingHosts
  /** The words above the form. */
  intro: ReactNode
  /** The picture above the answer. */
  scene: ReactNode
}

type TabName = 'lookup' | 'search' | 'convert'

/** Lays out the three tabs: the open one's form on one side, its answer on the other. */
export function LookupPage(props: LookupPageProps) {
  const { source, sampleCount, countries, exampleListing, initialLookup, hosts, intro, scene } = props
  const [tab, setTab] = useState<TabName>('lookup')
  const left = useLookupsLeft()
  const search = useSearch()
  const convert = useConvert(hosts)
  const lookup = useLookup(initialLookup, search)
  const page = useRef<HTMLDivElement>(null)
  const answer = useRef<HTMLElement>(null)
  const focusBox = useBox(page)

  // A business name is searched for from the first tab too.
  const shown = tab === 'lookup' && lookup.sent.operation === 'search' ? 'search' : tab
  const { announcement } = { lookup, search, convert }[shown]
  // A CID is converted as it is typed: nothing may move then.
  const status = shown === 'convert' ? 'idle' : { lookup, search }[shown].call.status
  useEffect(() => {
    if (status === 'idle') return
    reveal(answer.current)
    if (status === 'success') focusHeading(answer.current)
  }, [status])

  useTitle((shown === 'lookup' && lookup.answer.data?.title) || null)

  const openSaved = (saved: RecentLookup) => {
    setTab('lookup')
    lookup.openSaved(saved)
    reveal(answer.current)
  }
  useAddress(initialLookup, lookup, openSaved)

  const tryText = (text: string) => {
    setTab('lookup')
    lookup.setText(text)
    void lookup.lookUp(text)
  }
  const convertInstead = (cid: string) => {
    setTab('convert')
    convert.setCid(cid)
  }
  const searchInstead = () => {
    const name = lookup.sent.text.trim()
    if (/^[^/]{1,200}$/.test(name)) search.setName(name)
    setTab('search')
  }

  return (
    <div ref={page} className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
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
              <LookupForm lookup={lookup} left={left} onConvert={convertInstead} />
            </TabPanel>
            <TabPanel value="search">
              <SearchForm search={search} countries={countries} left={left} />
            </TabPanel>
            <TabPanel value="convert">
              <ConvertForm convert={convert} onEnter={() => reveal(answer.current)} />
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
        <RecentLookups recent={lookup.recent} onOpen={openSaved} onForget={lookup.forgetRecent} />
        <TryExamples source={source} sampleCount={sampleCount} onTry={tryText} />
      </div>

      <div className="min-w-0">
        {scene}
        <section ref={answer} aria-label="Answer" className="scroll-mt-4">
          {shown === 'lookup' && (
            <LookupAnswer
              lookup={lookup}
              left={left}
              source={source}
              hosts={hosts}
              exampleListing={exampleListing}
              onChangeInput={focusBox}
              onSearchInstead={searchInstead}
            />
          )}
          {shown === 'search' && (
            <SearchAnswer
              search={search}
              left={left}
              source={source}
              sampleCount={sampleCount}
              hosts={hosts}
              onChangeInput={focusBox}
            />
          )}
          {shown === 'convert' && <ConvertAnswer conversion={convert.conversion} />}
        </section>
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
    </div>
  )
}
