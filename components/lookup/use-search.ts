'use client'

import { useState } from 'react'
import { lookupLanguage } from '@/components/language/lookup-language'
import { announce, faultIdOf, useCall } from './call'

/**
 * A search: a business name, an optional city, an optional two-letter country, and an optional language; by default, the
 * one chosen in this browser.
 */
export interface SearchQuery {
  name: string
  city?: string
  country?: string | undefined
  language?: string
}

/** The search as sent. */
type Query = { name: string; country?: string; language?: string }

/**
 * The tab that searches by name: its input, its call, and the result.
 * @param onFound called after each successful search.
 */
export function useSearch(onFound: () => void) {
  const call = useCall((client, query: Query) => client.listings.search.mutate(query), onFound)
  const [name, setName] = useState('')
  const [city, setCity] = useState('')
  const [country, setCountry] = useState('')

  /** Fills in the form with a search for the user to submit. */
  const fill = ({ name, city = '', country = '' }: SearchQuery) => {
    setName(name)
    setCity(city)
    setCountry(country)
  }
  const search = (query: SearchQuery) => {
    const { name, city = '', country } = query
    const language = query.language || lookupLanguage()
    fill(query)
    call.mutate({ name: nameInCity(name, city), ...(country && { country }), ...(language && { language }) })
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
    /** The last search sent; before the first, the name being typed. */
    request: call.variables ?? { name },
    retry: () => call.variables && call.mutate(call.variables),
    faultId: faultIdOf(call, nameInCity(name, city) === call.variables?.name),
    announcement: announce(call, ({ results }) => `${results.length} found.`),
  }
}

/** Google reads a name and a place as one query; in the sample every word has to be in the name or the address. */
const nameInCity = (name: string, city: string) => (city.trim() ? `${name.trim()}, ${city.trim()}` : name)

export type Search = ReturnType<typeof useSearch>
