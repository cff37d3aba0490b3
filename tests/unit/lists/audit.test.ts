import { describe, expect, test } from 'vitest'
import {
  type AuditFacts,
  AuditTally,
  asDuplicate,
  auditCode,
  type Finding,
  findings,
  findingsIfChecked,
  findingsOf,
} from '@/server/features/lists/audit'

const facts = (more: Partial<AuditFacts> = {}): AuditFacts => ({
  state: 'found',
  reason: null,
  name_match: null,
  listing_status: 'listed',
  business_status: null,
  duplicate_of: null,
  ...more,
})

const open = facts({ business_status: 'operational', name_match: 'same' })
const unchecked = facts({ listing_status: 'unchecked' })
const gone = facts({ state: 'not_found', listing_status: null })
const failed = facts({ state: 'failed', listing_status: null })
const heading = facts({ state: 'not_sent', reason: 'heading', listing_status: null })

/** A row for each finding alone. */
const wrong: Record<Finding, AuditFacts> = {
  moved: facts({ listing_status: 'moved', business_status: 'operational', name_match: 'same' }),
  closed_permanently: { ...open, business_status: 'closed_permanently' },
  closed_temporarily: { ...open, business_status: 'closed_temporarily' },
  not_found: gone,
  duplicate: { ...open, duplicate_of: 1 },
  name_differs: { ...open, name_match: 'different' },
  not_checked: failed,
}

/** Returns the findings that appear and disappear between two runs of one row. */
function changes(before: AuditFacts, after: AuditFacts): [appeared: string[], resolved: string[]] {
  const tally = new AuditTally()
  tally.add(auditCode(after), auditCode(before))
  const audit = tally.audit(true).changes
  const named = (counts: object = {}) => Object.entries(counts).flatMap(([name, count]) => (count === 1 ? [name] : []))
  return [named(audit?.appeared), named(audit?.resolved)]
}

describe('the findings of a row', () => {
  test.each(findings)('are only %s for a row that has nothing else wrong', (finding) => {
    expect(findingsOf(wrong[finding])).toEqual([finding])
  })

  test('are none for a listing without changes, a business that opens soon, a similar name, and rows that aren’t lines', () => {
    const fine = [
      open,
      { ...open, business_status: 'opening_soon' } as const,
      { ...open, name_match: 'similar' } as const,
      facts(),
    ]
    for (const row of [...fine, heading, { ...heading, reason: 'blank' } as const]) expect(findingsOf(row)).toEqual([])
  })

  test('are not_checked for every line that no source was asked about', () => {
    const states = ['failed', 'unreadable', 'not_sent', 'waiting'] as const
    for (const state of states) expect(findingsOf({ ...failed, state })).toEqual(['not_checked'])
    expect(findingsOf(unchecked)).toEqual(['not_checked'])
  })

  test('can be several, in their usual order', () => {
    const row = { ...open, listing_status: 'moved', business_status: 'closed_permanently', duplicate_of: 3 } as const
    expect(findingsOf(row)).toEqual(['moved', 'closed_permanently', 'duplicate'])
  })

  test('are the same in its code, also if it turns out to be a duplicate later', () => {
    for (const row of Object.values(wrong).filter((row) => row !== failed))
      expect(findingsIfChecked(auditCode(row))).toEqual(findingsOf(row))
    expect(asDuplicate(auditCode(open))).toBe(auditCode(wrong.duplicate))
    expect(asDuplicate(auditCode(heading))).toBe(0)
    expect([failed, unchecked, heading].map((row) => findingsIfChecked(auditCode(row)))).toEqual([null, null, null])
  })
})

describe('an audit', () => {
  test('counts a line under each of its findings, fine lines once, and no other rows', () => {
    const tally = new AuditTally()
    const both = { ...open, business_status: 'closed_permanently', duplicate_of: 1 } as const
    for (const row of [open, open, both, gone, failed, facts(), heading]) tally.add(auditCode(row), 0)
    const none = { moved: 0, closed_temporarily: 0, name_differs: 0 }
    expect(tally.audit(false)).toEqual({
      counts: { fine: 3, closed_permanently: 1, duplicate: 1, not_found: 1, not_checked: 1, ...none },
      closuresKnown: 4,
      changes: null,
    })
  })

  test.each(findings)('counts %s as appeared and as resolved if both runs could show it', (finding) => {
    const row = wrong[finding]
    // A row that was not found or not checked has no business status, so other findings don't change.
    expect(changes(open, row)[0]).toEqual([finding])
    expect(changes(row, open)[1]).toEqual([finding])
    expect(changes(row, row)).toEqual([[], []])
  })

  test('counts no closure if the business status was unknown in one of the runs', () => {
    for (const closed of [wrong.closed_permanently, wrong.closed_temporarily]) {
      expect(changes(facts(), closed)).toEqual([[], []])
      expect(changes(closed, facts())).toEqual([[], []])
    }
  })

  test('counts no other name if names were not compared in one of the runs', () => {
    expect(changes(facts({ business_status: 'operational' }), wrong.name_differs)).toEqual([[], []])
    expect(changes(wrong.name_differs, facts({ business_status: 'operational' }))).toEqual([[], []])
  })

  test('counts neither moved nor missing listings if a run did not check them, but that they are checked now', () => {
    expect(changes(unchecked, wrong.moved)).toEqual([[], ['not_checked']])
    expect(changes(unchecked, gone)).toEqual([[], ['not_checked']])
    expect(changes(gone, failed)).toEqual([['not_checked'], []])
  })

  test('counts no duplicate whose listing was not known before', () => {
    expect(changes(failed, wrong.duplicate)).toEqual([[], ['not_checked']])
  })

  test('compares nothing for a row without a previous run', () => {
    const tally = new AuditTally()
    tally.add(auditCode(wrong.moved), 0)
    expect(Object.values(tally.audit(true).changes?.appeared ?? {})).toEqual([0, 0, 0, 0, 0, 0, 0])
  })
})
