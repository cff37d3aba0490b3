import type { Listing } from '@/server/features/listings/shapes'
import { bucketOf, type RowFacts } from './row-state'

/**
 * What an audit finds wrong with a line. `moved`: the listing has new identifiers. `not_checked`: no source was asked
 * about the line, so nothing else is known about it. A line can have several.
 */
export const findings = [
  'moved',
  'closed_permanently',
  'closed_temporarily',
  'not_found',
  'duplicate',
  'name_differs',
  'not_checked',
] as const

export type Finding = (typeof findings)[number]

/** The facts about a row from which its findings derive. */
export interface AuditFacts extends RowFacts, Pick<Listing, 'business_status'> {
  /** Null without a listing. */
  listing_status: Listing['listing_status'] | null
  duplicate_of: number | null
}

/** Whether a row is a line, and not a heading, a title, or blank. Only lines have findings. */
function isLine(row: RowFacts): boolean {
  const bucket = bucketOf(row)
  return bucket !== 'heading' && bucket !== 'blank'
}

/** Returns a row's findings, in the order of `findings`. A line without any is fine. */
export const findingsOf = (row: AuditFacts): Finding[] =>
  isLine(row) ? findings.filter((finding) => rules[finding].has(row)) : []

const isChecked = ({ state, listing_status }: AuditFacts): boolean =>
  state === 'found' ? listing_status !== null && listing_status !== 'unchecked' : state === 'not_found'

const isStatusKnown = ({ business_status }: AuditFacts): boolean => business_status !== null

/** Whether a line has a finding, and whether the facts about the line could show it at all. */
interface Rule {
  has: (row: AuditFacts) => boolean
  isKnown: (row: AuditFacts) => boolean
}

const rules: Readonly<Record<Finding, Rule>> = {
  moved: { has: ({ listing_status }) => listing_status === 'moved', isKnown: isChecked },
  closed_permanently: {
    has: ({ business_status }) => business_status === 'closed_permanently',
    isKnown: isStatusKnown,
  },
  closed_temporarily: {
    has: ({ business_status }) => business_status === 'closed_temporarily',
    isKnown: isStatusKnown,
  },
  not_found: { has: ({ state }) => state === 'not_found', isKnown: isChecked },
  duplicate: {
    has: ({ duplicate_of }) => duplicate_of !== null,
    isKnown: ({ state, duplicate_of }) => state === 'found' || state === 'not_found' || duplicate_of !== null,
  },
  name_differs: {
    has: ({ name_match }) => name_match === 'different',
    isKnown: ({ name_match }) => name_match !== null,
  },
  not_checked: { has: (row) => !isChecked(row), isKnown: () => true },
}

/** How many lines have each finding, and how many have none: `fine`. */
export type AuditCounts = Readonly<Record<'fine' | Finding, number>>

/** How many lines have each finding. */
export type FindingCounts = Readonly<Record<Finding, number>>

/** The audit of a list. */
export interface Audit {
  counts: AuditCounts
  /** How many lines have a known business status, or no listing. */
  closuresKnown: number
  /**
   * How many lines got and lost each finding since the previous run, as far as both runs could show the finding; null
   * without a previous run.
   */
  changes: { appeared: FindingCounts; resolved: FindingCounts } | null
}

/*
 * A row's code is a number of 15 bits: one per finding that the row has, one per finding that its facts could show, and
 * whether it is a line. The code of a row that isn't a line is 0.
 */

const hasBit = (finding: number): number => 1 << finding
const knownBit = (finding: number): number => 1 << (findings.length + finding)
const lineBit = 1 << (2 * findings.length)

const bitOf = (finding: Finding): number => hasBit(findings.indexOf(finding))
const notFound = bitOf('not_found')
const notChecked = bitOf('not_checked')
const closureKnown = knownBit(findings.indexOf('closed_permanently'))
const duplicate = bitOf('duplicate') | knownBit(findings.indexOf('duplicate'))

/** Returns a row's code, in which its findings are stored. */
export function auditCode(row: AuditFacts): number {
  if (!isLine(row)) return 0
  return findings.reduce((code, finding, at) => {
    const { has, isKnown } = rules[finding]
    return code | (has(row) ? hasBit(at) : 0) | (isKnown(row) ? knownBit(at) : 0)
  }, lineBit)
}

/** Returns the code of a line that turned out to be a duplicate. */
export const asDuplicate = (code: number): number => (code === 0 ? 0 : code | duplicate)

/** Returns the findings of a row by its code; null if it isn't a line, or was not checked. */
export const findingsIfChecked = (code: number): Finding[] | null =>
  code === 0 || (code & notChecked) !== 0 ? null : findings.filter((_, at) => (code & hasBit(at)) !== 0)

const none = (): Record<Finding, number> => ({
  moved: 0,
  closed_permanently: 0,
  closed_temporarily: 0,
  not_found: 0,
  duplicate: 0,
  name_differs: 0,
  not_checked: 0,
})

/** Counts the rows of a list by their codes. */
export class AuditTally {
  readonly #counts = none()
  readonly #appeared = none()
  readonly #resolved = none()
  #fine = 0
  #closuresKnown = 0

  /** Counts a row. @param before its code in the previous run; 0 if there is none. */
  add(code: number, before: number): void {
    if (code === 0) return
    const hasAny = findings.some((_, at) => (code & hasBit(at)) !== 0)
    if (!hasAny) this.#fine += 1
    if ((code & (closureKnown | notFound)) !== 0) this.#closuresKnown += 1
    if (!hasAny && (before === 0 || (before & allHas) === 0)) return
    for (const [at, finding] of findings.entries()) {
      const has = (code & hasBit(at)) !== 0
      const had = (before & hasBit(at)) !== 0
      if (has) this.#counts[finding] += 1
      if (has && !had && (before & knownBit(at)) !== 0) this.#appeared[finding] += 1
      if (had && !has && (code & knownBit(at)) !== 0) this.#resolved[finding] += 1
    }
  }

  /** Returns the audit of the rows so far. @param hasPrevious whether the list was run before. */
  audit(hasPrevious: boolean): Audit {
    const counts: AuditCounts = Object.assign({ fine: this.#fine }, this.#counts)
    const changes = hasPrevious ? { appeared: this.#appeared, resolved: this.#resolved } : null
    return { counts, closuresKnown: this.#closuresKnown, changes }
  }
}

const allHas = hasBit(findings.length) - 1
