import { expect, test } from 'vitest'
import { accountWords, callerWords, entryRow, eventWords } from '@/components/activity/event-words'
import type { AccountEntry, AuditEvent, ServerEntry } from '@/server/features/audit/log'
import { plans } from '@/server/metering/access/limits'
import { csvOf } from '@/server/platform/runtime/csv'

test.each<[AuditEvent, string]>([
  [{ kind: 'signed-up' }, 'The account was created.'],
  [{ kind: 'signed-in', method: 'password' }, 'Signed in with a password.'],
  [{ kind: 'signed-in', method: 'code' }, 'Signed in with a password and a code.'],
  [{ kind: 'signed-in', method: 'recovery-code' }, 'Signed in with a password and a recovery code.'],
  [{ kind: 'signed-in', method: 'passkey' }, 'Signed in with a passkey.'],
  [{ kind: 'signed-in', method: 'mail' }, 'Signed in with a link in an email.'],
  [{ kind: 'signed-in', method: 'github' }, 'Signed in with GitHub.'],
  [{ kind: 'method-added', method: 'google' }, 'Sign-in with Google was added.'],
  [
    { kind: 'email-changed', from: 'a…@example.com', to: 'g…@example.org' },
    'The email was changed from a…@example.com to g…@example.org.',
  ],
  [{ kind: 'passkey-added', name: 'Laptop' }, 'Passkey “Laptop” was added.'],
  [{ kind: 'passkey-added' }, 'Passkey was added.'],
  [{ kind: 'key-created', keyId: 'key_abc', name: 'Production' }, 'Key “Production” was created.'],
  [{ kind: 'key-revoked', keyId: 'key_abc' }, 'Key key_abc was revoked.'],
  [{ kind: 'plan-changed', from: 'starter', to: 'growth' }, 'The plan was changed from Starter to Growth.'],
  [{ kind: 'plan-changed', from: 'growth', to: 'gone' }, 'The plan was changed from Growth to gone.'],
  [{ kind: 'alert-switched', alert: 'quota', on: false }, 'Alerts about plan quota were turned off.'],
  [{ kind: 'member-invited', member: 'a…@example.com', role: 'viewer' }, 'a…@example.com was invited as a viewer.'],
  [{ kind: 'member-joined', member: 'a…@example.com', role: 'owner' }, 'a…@example.com joined as an owner.'],
  [
    { kind: 'member-role-changed', member: 'a…@example.com', from: 'owner', to: 'member' },
    'The role of a…@example.com was changed from owner to member.',
  ],
  [{ kind: 'member-removed', member: 'a…@example.com' }, 'a…@example.com was removed.'],
  [{ kind: 'member-left', member: 'a…@example.com' }, 'a…@example.com left the account.'],
  [{ kind: 'invitation-canceled', member: 'a…@example.com' }, 'The invitation to a…@example.com was canceled.'],
  [{ kind: 'suspended' }, 'The account was suspended.'],
  [{ kind: 'suspended', reason: 'Spam' }, 'The account was suspended: Spam'],
  [{ kind: 'resumed' }, 'The account’s suspension was lifted.'],
  [{ kind: 'account-deleted' }, 'The account was deleted.'],
  [{ kind: 'person-deleted' }, 'The person was deleted.'],
])('the activity log describes %o as “%s”', (event, words) => {
  expect(eventWords(event, plans())).toBe(words)
})

test('the activity log describes an unknown event as “Another change was made.”', () => {
  expect(eventWords({ kind: 'something-new' } as unknown as AuditEvent, plans())).toBe('Another change was made.')
})

const at = '2026-11-22T05:13:00.000Z'
const own: AccountEntry = {
  id: '1-0',
  at,
  kind: 'key-created',
  keyId: 'key_abc',
  name: '=cmd()',
  by: 'person',
  person: { id: 'a'.repeat(16), name: 'Ada', role: 'owner', email: 'ada@example.com' },
  address: '192.0.2.0/24',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0',
}
const byStripe: ServerEntry = {
  id: '2-0',
  at,
  kind: 'plan-changed',
  from: 'starter',
  to: 'growth',
  by: 'stripe',
  address: '',
  account: '4fK2pQ',
  email: 'a…@example.com',
}

test('an activity entry shows the person or browser, and the location', () => {
  expect(callerWords(own)).toEqual(['by Ada (owner)', 'Firefox on Windows', 'from 192.0.2.0/24'])
  const byAda = { id: 'a'.repeat(16), name: 'Ada', role: null }
  expect(callerWords({ ...own, person: byAda, address: '', userAgent: '' })).toEqual(['by Ada'])
  expect(callerWords({ ...own, person: { ...byAda, name: '', role: 'owner' }, address: '', userAgent: '' })).toEqual([
    'by the owner',
  ])
  const { person: _, ...byNobody } = own
  const byKey = { ...byNobody, by: 'key', key: { id: 'key_abc', name: 'Provisioner' }, userAgent: '' } as const
  expect(callerWords(byKey)).toEqual(['with key “Provisioner”', 'from 192.0.2.0/24'])
  expect(callerWords({ ...byKey, key: { id: 'key_abc', name: '' }, address: '' })).toEqual(['with key_abc'])
  expect(callerWords(byStripe)).toEqual(['by Stripe'])
  expect(callerWords({ ...own, by: 'operator', address: '', userAgent: '' })).toEqual(['by the operator'])
  const byOperator = { ...byStripe, by: 'operator', operator: 'o…@example.com', address: '192.0.2.0/24' } as const
  expect(callerWords(byOperator)).toEqual(['by the operator o…@example.com', 'from 192.0.2.0/24'])
})

test('an activity entry shows the account only for the operator', () => {
  expect(accountWords(own)).toBeNull()
  expect(accountWords(byStripe)).toBe('a…@example.com (4fK2pQ)')
})

test('an activity entry becomes a CSV row, with the account only for the operator', () => {
  expect(csvOf([entryRow(own, plans()), entryRow({ ...own, kind: 'signed-up' }, plans())])).toBe(
    [
      '\ufefftime,event,description,by,name,email,role,person,key,address,browser',
      `${at},key-created,Key “=cmd()” was created.,person,Ada,ada@example.com,owner,${'a'.repeat(16)},,192.0.2.0/24,Firefox on Windows`,
      `${at},signed-up,The account was created.,person,Ada,ada@example.com,owner,${'a'.repeat(16)},,192.0.2.0/24,Firefox on Windows`,
      '',
    ].join('\r\n'),
  )
  expect(entryRow(byStripe, plans())).toEqual({
    time: at,
    event: 'plan-changed',
    description: 'The plan was changed from Starter to Growth.',
    account: '4fK2pQ',
    email: 'a…@example.com',
    by: 'stripe',
    operator: '',
    key: '',
    address: '',
  })
})
