'use client'

import { type FormEvent, useId } from 'react'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { Select, TextField } from '@/components/ui/field'
import { countries } from '@/server/listings/country'
import { boxKeys } from './box-keys'
import { BoxLabel } from './box-label'
import { FormFoot } from './form-foot'
import { hideKeyboard } from './small-screen'
import type { Search } from './use-search'

interface SearchFormProps {
  search: Search
  /** How many lookups are left. */
  left: LookupsLeft | null
}

const names = new Intl.DisplayNames('en', { type: 'region' })

/** Every country, sorted by name. */
const namedCountries = countries
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

/** Finds a listing by its name, for a user who has no link to it. */
export function SearchForm({
  search: { name, setName, city, setCity, country, setCountry, call, faultId, search },
  left,
}: SearchFormProps) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (call.isPending || name.trim() === '') return
    hideKeyboard()
    search({ name, city, country })
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
        aria-describedby={faultId}
        aria-invalid={faultId ? true : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={boxKeys(() => setName(''))}
      />
      <TextField
        id={`${id}-city`}
        label="City or area (optional)"
        placeholder="Seattle"
        value={city}
        enterKeyHint="search"
        onChange={(event) => setCity(event.currentTarget.value)}
        onKeyDown={boxKeys(() => setCity(''))}
      />
      <Select
        id={`${id}-country`}
        label="Country"
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
      >
        <option value="">Anywhere</option>
        {namedCountries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <FormFoot left={left} busy={call.isPending} action="Search" busyLabel="Searching" />
    </form>
  )
}
