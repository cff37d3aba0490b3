import { apiEntrances, rules } from './api-entrances'
import { type Column, columns, type Entrance } from './entrance'
import { serverEntrances } from './server-entrances'
import { siteEntrances } from './site-entrances'
import { watchEntrances } from './watch-entrances'

export const entrances: readonly Entrance[] = [
  ...[...apiEntrances, ...watchEntrances, ...siteEntrances, ...serverEntrances],
]

/** Returns an entry point's answer to each question: its own, or the rule for every entry point. */
export const answersOf = (entrance: Entrance): string[] =>
  (Object.keys(columns) as Column[]).map((column) => entrance[column] ?? rules[column])
