'use client'

import { type FormEvent, useId, useState } from 'react'
import { Select, TextField } from '@/components/ui/field'
import { boxKeys } from './box-keys'
import { FormFoot } from './form-foot'
import { BoxLabel } from './lookup-form'
import type { LookupsLeft } from './lookups-left'

/** A country and its name, in the order to choose from. */
export interface Country {
  code: string
  name: string
}

interface SearchFormProps {
  name: string
  countries: readonly Country[]
  busy: boolean
  /** Where the reader's lookups stand. */
  left: LookupsLeft | null
  problemId: string | undefined
  onChange: (name: string) => void
  onSearch: (query: { name: string; country?: string }) => void
}

/** Finds a listing by its name where there is no link to it. */
export function SearchForm({ name, countries, busy, left, problemId, onChange, onSearch }: SearchFormProps) {
  const id = useId()
  const [country, setCountry] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && name.trim() !== '') onSearch({ name, ...(country && { country }) })
  }
  return (
    <form onSubmit={submit} className="grid gap-4 p-4 sm:p-5">
      <TextField
        id={`${id}-name`}
        label={<BoxLabel>Business name</BoxLabel>}
        placeholder="Space Needle"
        value={name}
        required
        enterKeyHint="search"
        data-box
        aria-describedby={problemId}
        aria-invalid={problemId ? true : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={boxKeys(() => onChange(''))}
      />
      <Select
        id={`${id}-country`}
        label="Country"
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
      >
        <option value="">Anywhere</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <FormFoot left={left} busy={busy} action="Search" doing="Searching" />
    </form>
  )
}
