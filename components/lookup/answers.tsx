import { type RefObject, useEffect } from 'react'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import type { Outputs } from '@/components/trpc/client'
import type { ListingHosts } from '@/server/listings/listing'
import { ConvertAnswer } from './convert-answer'
import { focusHeading } from './focus-heading'
import { LookupAnswer } from './lookup-answer'
import { SearchAnswer } from './search-answer'
import type { Convert } from './use-convert'
import type { Lookup } from './use-lookup'
import type { Search } from './use-search'

interface AnswersProps {
  /** Which answer is shown. */
  shown: 'lookup' | 'search' | 'convert'
  /** The state of its call. */
  status: 'idle' | 'pending' | 'error' | 'success'
  lookup: Lookup
  search: Search
  convert: Convert
  /** How many lookups are left; null until it is known. */
  left: LookupsLeft | null
  source: Outputs['status']['source']
  /** How many listings the sample has. */
  sampleCount: number
  /** The hosts that the links of listings lead to. */
  hosts: ListingHosts
  /** The region that contains the answer. */
  region: RefObject<HTMLElement | null>
  onChangeInput: () => void
  onSearchInstead: () => void
}

/** The answer of the open tab. */
export function Answers(props: AnswersProps) {
  const { shown, status, lookup, search, convert, left, source, sampleCount, hosts, region } = props
  const { onChangeInput, onSearchInstead } = props
  useEffect(() => {
    if (status === 'success') focusHeading(region.current)
  }, [status, region])
  if (shown === 'convert') return <ConvertAnswer conversion={convert.conversion} />
  if (shown === 'search')
    return (
      <SearchAnswer
        search={search}
        left={left}
        source={source}
        sampleCount={sampleCount}
        hosts={hosts}
        onChangeInput={onChangeInput}
      />
    )
  return (
    <LookupAnswer
      lookup={lookup}
      left={left}
      source={source}
      hosts={hosts}
      onChangeInput={onChangeInput}
      onSearchInstead={onSearchInstead}
    />
  )
}
