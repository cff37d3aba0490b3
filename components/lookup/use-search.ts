'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefreshLookupsLeft } from '@/components/quota/use-lookups-left'
import { useTRPC } from '@/components/trpc/client'
import { announce, faultIdOf } from './call'

/** What is searched for: a business name, and a country as two letters where one was chosen. */
export interface SearchQuery {
  name: string
  country?: string | undefined
}

/** The tab that searches by name: what is typed into it, its call, and what that came to. */
export function useSearch() {
  const trpc = useTRPC()
  const call = useMutation(trpc.listings.search.mutationOptions({ onSettled: useRefreshLookupsLeft() }))
  const [name, setName] = useState('')

  const search = (query: SearchQuery) => {
    setName(query.name)
    call.mutate(query)
  }
  const query: SearchQuery = call.variables ?? { name }
  return {
    name,
    setName,
    call,
    search,
    /** What was searched for last; before that, what is being typed. */
    query,
    retry: () => call.variables && call.mutate(call.variables),
    faultId: faultIdOf(call, name === call.variables?.name),
    announcement: announce(call, ({ results }) => `${results.length} found.`),
  }
}

export type Search = ReturnType<typeof useSearch>
