'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefreshLookupsLeft } from '@/components/quota/use-lookups-left'
import { useTRPC } from '@/components/trpc/client'
import { announce, faultIdOf } from './call'

/** What is searched for: a business name, the city where it is if that was given, a country as two letters if one was chosen. */
export interface SearchQuery {
  name: string
  city?: string
  country?: string | undefined
}

/** The tab that searches by name: what is typed into it, its call, and what that came to. */
export function useSearch() {
  const trpc = useTRPC()
  const call = useMutation(trpc.listings.search.mutationOptions({ onSettled: useRefreshLookupsLeft() }))
  const [name, setName] = useState('')
  const [city, setCity] = useState('')

  const search = ({ name, city = '', country }: SearchQuery) => {
    setName(name)
    setCity(city)
    call.mutate({ name: nameInCity(name, city), ...(country && { country }) })
  }
  return {
    name,
    setName,
    city,
    setCity,
    call,
    search,
    /** What was sent last; before that, what is being typed. */
    request: call.variables ?? { name },
    retry: () => call.variables && call.mutate(call.variables),
    faultId: faultIdOf(call, nameInCity(name, city) === call.variables?.name),
    announcement: announce(call, ({ results }) => `${results.length} found.`),
  }
}

/** Google reads a name and a place as one query; in the sample every word has to be in the name or the address. */
const nameInCity = (name: string, city: string) => (city.trim() ? `${name.trim()}, ${city.trim()}` : name)

export type Search = ReturnType<typeof useSearch>
