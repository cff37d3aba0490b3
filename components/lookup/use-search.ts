'use client'

import { useState } from 'react'
import { announce, faultIdOf } from './call'
import { useCall } from './use-call'
import type { Keep } from './use-keep'

/** What is searched for: a business name, the city where it is if that was given, a country as two letters if one was chosen. */
export interface SearchQuery {
  name: string
  city?: string
  country?: string | undefined
}

/** As it is sent. */
interface Query {
  name: string
  country?: string
}

/**
 * The tab that searches by name: what is typed into it, its call, and what that came to.
 * @param keep keeps what was searched for with the account.
 */
export function useSearch(keep: Keep) {
  const call = useCall(
    (client, query: Query) => client.listings.search.mutate(query),
    (_, { name, country }) => keep({ operation: 'search', text: name, country: country ?? null }),
  )
  const [name, setName] = useState('')
  const [city, setCity] = useState('')
  const [country, setCountry] = useState('')

  /** Writes a search into the form, for whoever is there to make it. */
  const fill = ({ name, city = '', country = '' }: SearchQuery) => {
    setName(name)
    setCity(city)
    setCountry(country)
  }
  const search = (query: SearchQuery) => {
    const { name, city = '', country } = query
    fill(query)
    call.mutate({ name: nameInCity(name, city), ...(country && { country }) })
  }
  return {
    name,
    setName,
    city,
    setCity,
    country,
    setCountry,
    fill,
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
