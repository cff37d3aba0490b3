'use client'

import { useId } from 'react'
import { bucketWords } from '@/components/bulk/bucket-words'
import { formatNumber } from '@/components/format/number'
import { Button } from '@/components/ui/button'
import { Choices } from '@/components/ui/choices'
import { Select, TextField } from '@/components/ui/field'
import { findingFilters } from '@/server/features/lists/row-filter'
import type { Batch } from './batch'
import { findingLabel, findingsByUrgency } from './finding-words'
import {
  type Cause,
  causes,
  type FindingFilter,
  type LineView,
  linesWith,
  linesWithFinding,
  longestSearch,
  states,
} from './line-view'

interface LineFiltersProps {
  batch: Batch
  view: LineView
  /** Changes which lines are shown, starting at the first page. */
  onShow: (view: Partial<LineView>) => void
}

type Label = 'All' | (typeof bucketWords)[(typeof states)[number]]
type Counts = Readonly<Record<Label, number>>

/** Filters a batch's rows by bucket, as the bulk page does. */
export function StatusChoice({ batch, view, onShow }: LineFiltersProps) {
  const present = states.filter((state) => state === view.state || linesWith(batch, state) > 0)
  const labels: Label[] = ['All', ...present.map((state) => bucketWords[state])]
  const stateOf = (label: Label) => present.find((state) => bucketWords[state] === label) ?? null
  const counts = Object.fromEntries(labels.map((label) => [label, linesWith(batch, stateOf(label))])) as Counts
  return (
    <Choices
      label="Rows shown"
      options={labels}
      counts={counts}
      chosen={labels.find((label) => stateOf(label) === view.state) ?? 'All'}
      onChoose={(label) => {
        const state = stateOf(label)
        onShow({
          state,
          code: view.code !== null && causesOf(batch, state).some(hasCause(view.code)) ? view.code : null,
        })
      }}
    />
  )
}

/** Searches a batch's lines, and filters them by what its audit found, and unsuccessful ones by cause. */
export function LineSearch({ batch, view, onShow }: LineFiltersProps) {
  const id = useId()
  const groups = causesOf(batch, view.state)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <search className="min-w-0 grow sm:max-w-[26rem]">
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            onShow({ q: String(new FormData(event.currentTarget).get('q') ?? '').trim() })
          }}
        >
          <div className="min-w-0 grow">
            <TextField
              // Otherwise the field would keep its text when the user goes back.
              key={view.q}
              id={`${id}-search`}
              type="search"
              name="q"
              label="Search rows and names"
              maxLength={longestSearch}
              defaultValue={view.q}
              className="h-10!"
              onInput={({ currentTarget: { value } }) => {
                if (value === '' && view.q !== '') onShow({ q: '' })
              }}
            />
          </div>
          <Button type="submit">Search</Button>
        </form>
      </search>
      {batch.audit && (
        <div className="min-w-0 grow sm:max-w-64">
          <Select
            id={`${id}-finding`}
            label="Finding"
            value={view.finding ?? ''}
            className="h-10!"
            onChange={({ currentTarget: { value } }) => onShow({ finding: findingIn(value) })}
          >
            <option value="">All rows</option>
            {findingOptions(batch, view).map(([finding, label, lines]) => (
              <option key={finding} value={finding}>
                {label} ({formatNumber(lines)})
              </option>
            ))}
          </Select>
        </div>
      )}
      {groups.length > 0 && (
        <div className="min-w-0 grow sm:max-w-64">
          <Select
            id={`${id}-cause`}
            label="Cause"
            value={view.code ?? ''}
            className="h-10!"
            onChange={({ currentTarget: { value } }) => onShow({ code: value === '' ? null : (value as Cause) })}
          >
            <option value="">Any</option>
            {groups.map(({ label, codes }) => (
              <optgroup key={label} label={label}>
                {Object.entries(codes).map(([code, words]) => (
                  <option key={code} value={code}>
                    {words}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </div>
      )}
    </div>
  )
}

/** Returns the findings to choose from, with their labels and how many lines have each. */
function findingOptions(batch: Batch, view: LineView): Array<[finding: FindingFilter, label: string, lines: number]> {
  const labels: Array<[FindingFilter, string]> = [
    ['any', 'With a finding'],
    ['fine', 'Fine'],
    ...findingsByUrgency.map((finding) => [finding, findingLabel(finding)] as [FindingFilter, string]),
  ]
  return labels.flatMap(([finding, label]) => {
    const lines = linesWithFinding(batch, finding) ?? 0
    return lines > 0 || finding === view.finding ? [[finding, label, lines]] : []
  })
}

const findingIn = (value: string) => findingFilters.find((finding) => finding === value) ?? null

/** Returns the possible causes for a state, if the batch has lines with that state. */
function causesOf({ line_counts: lines }: Batch, state: LineView['state']) {
  const groups = [
    { state: 'unreadable', label: bucketWords.unreadable, codes: causes.unreadable },
    { state: 'not_found', label: bucketWords.not_found, codes: causes.not_found },
    { state: 'failed', label: bucketWords.failed, codes: causes.failed },
  ] as const
  return groups.filter((group) => lines[group.state] > 0 && [null, 'to_check', group.state].includes(state))
}

const hasCause =
  (code: Cause) =>
  ({ codes }: { codes: Partial<Record<Cause, string>> }) =>
    Object.hasOwn(codes, code)
