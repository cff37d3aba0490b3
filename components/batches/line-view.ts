'use client'

import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import type { Row } from '@/server/features/lists/row'
import { findingFilters, type StateFilter } from '@/server/features/lists/row-filter'
import type { Batch } from './batch'

/** Why a line was not found. */
export type Cause = NonNullable<Row['problem']>['code']

/** A finding, or `any` or `fine`. */
export type FindingFilter = (typeof findingFilters)[number]

/** Filters a batch's lines. */
export interface LineFilter {
  /** Null for all. */
  state: StateFilter | null
  finding: FindingFilter | null
  code: Cause | null
  /** The text to search for; empty if none. */
  q: string
}

/** The filter that all rows match. */
export const allLines: LineFilter = { state: null, finding: null, code: null, q: '' }

/** The lines of a batch to show. */
export interface LineView extends LineFilter {
  /** The number of the line before the first one shown, or 0 for the first page. */
  after: number
  /** The position of the first line among those that match the filter, from 1. */
  nth: number
}

/** The states to choose from. */
export const states = ['found', 'to_check', 'name_differs', 'not_found', 'failed', 'unreadable', 'not_sent'] as const

/** Labels for the possible causes of each state. */
export const causes: Readonly<Record<'unreadable' | 'not_found' | 'failed', Partial<Record<Cause, string>>>> = {
  unreadable: {
    unsupported_link: 'Not a Google Maps link',
    no_listing_in_link: 'Doesn’t point to one listing',
    invalid_cid: 'Not a CID',
    rounded_cid: 'CID may have been rounded',
    invalid_request: 'Unsupported format',
  },
  not_found: { listing_not_found: 'Listing not found' },
  failed: {
    link_unreachable: 'Short link couldn’t be followed',
    upstream_unavailable: 'Google didn’t respond',
    upstream_blocked: 'Google blocked the request',
    upstream_cap_reached: 'This server’s limit on Google calls was reached',
    store_unavailable: 'Our data store didn’t respond',
    too_many_requests: 'Too many requests',
    internal_error: 'Error on our side',
  },
}

/** The maximum search length, in characters. */
export const longestSearch = 200

/** Reads the lines to show from a URL's query. Invalid values are ignored. */
export function readView(params: Pick<URLSearchParams, 'get'>): LineView {
  const numberIn = (name: string) => {
    const value = params.get(name) ?? ''
    return /^\d{1,9}$/.test(value) ? Number(value) : 0
  }
  const codes = { ...causes.unreadable, ...causes.not_found, ...causes.failed }
  const code = params.get('code') ?? ''
  const q = (params.get('q') ?? '').trim().slice(0, longestSearch)
  const filter = {
    state: states.find((state) => state === params.get('state')) ?? null,
    finding: findingFilters.find((finding) => finding === params.get('finding')) ?? null,
    code: Object.hasOwn(codes, code) ? (code as Cause) : null,
    q,
  }
  const after = numberIn('after')
  return { ...filter, after, nth: isUnfiltered(filter) ? after + 1 : Math.max(1, numberIn('nth')) }
}

const isUnfiltered = (filter: LineFilter) => Object.keys(wireFilter(filter)).length === 0

/** Returns the URL query for these lines; empty for the first page of all lines. */
export function queryOf({ after, nth, ...filter }: LineView): string {
  const place = after === 0 ? {} : { after: String(after), ...(!isUnfiltered(filter) && { nth: String(nth) }) }
  const query = new URLSearchParams({ ...wireFilter(filter), ...place }).toString()
  return query === '' ? '' : `?${query}`
}

/** Returns a filter in the API's format. */
export const wireFilter = ({ state, finding, code, q }: Partial<LineFilter>) => ({
  ...(state && { state }),
  ...(finding && { finding }),
  ...(code && { code }),
  ...(q && { q }),
})

/** Returns the lines in the page's URL, and a function that shows other lines and adds a browser history entry. */
export function useLineView() {
  const params = useSearchParams()
  const view = useMemo(() => readView(params), [params])
  const show = (next: Partial<LineView>) => {
    // The URL already has a choice that was made a moment ago, while the parameters follow with the next render.
    const current = readView(new URLSearchParams(window.location.search))
    const query = queryOf({ ...current, after: 0, nth: 1, ...next })
    // The server would return the same page, so nothing is fetched.
    window.history.pushState(null, '', `${window.location.pathname}${query}`)
  }
  return { view, show }
}

/** Returns how many of a batch's lines have this state so far, or all rows if `state` is null. */
export const linesWith = ({ row_counts: rows, line_counts: lines }: Batch, state: StateFilter | null): number =>
  state === null ? rows.total : lines[state]

/** Returns how many of a batch's lines have this finding; null if the batch has no audit. */
export function linesWithFinding(
  { audit, line_counts: lines }: Pick<Batch, 'audit' | 'line_counts'>,
  finding: FindingFilter,
): number | null {
  if (audit === null) return null
  return finding === 'any' ? lines.total - audit.fine : audit[finding]
}

/** Returns how many of a batch's rows match a filter; null if unknown. */
export function countOf(batch: Batch, { state, finding, code, q }: LineFilter): number | null {
  if (code !== null || q !== '' || (state !== null && finding !== null)) return null
  return finding === null ? linesWith(batch, state) : linesWithFinding(batch, finding)
}
