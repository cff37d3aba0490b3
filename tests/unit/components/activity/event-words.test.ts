import { expect, test } from 'vitest'
import { eventWords } from '@/components/activity/event-words'
import { plans } from '@/server/access/plans'
import type { AuditEvent } from '@/server/observability/audit-event'

test.each<[AuditEvent, string]>([
  [{ kind: 'signed-up' }, 'The account was created.'],
  [{ kind: 'signed-in', method: 'password' }, 'Signed in with a password.'],
  [{ kind: 'signed-in', method: 'code' }, 'Signed in with a password and a code.'],
  [{ kind: 'signed-in', method: 'recovery-code' }, 'Signed in with a password and a recovery code.'],
  [{ kind: 'signed-in', method: 'passkey' }, 'Signed in with a passkey.'],
  [{ kind: 'signed-in', method: 'mail' }, 'Signed in with a link in an email.'],
  [{ kind: 'signed-in', method: 'github' }, 'Signed in with GitHub.'],
  [{ kind: 'method-added', method: 'google' }, 'Google was added as a way to sign in.'],
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
  [{ kind: 'suspended' }, 'The account was suspended.'],
  [{ kind: 'resumed' }, 'The account’s suspension was lifted.'],
  [{ kind: 'account-deleted' }, 'The account was deleted.'],
])('the activity log words %o as “%s”', (event, words) => {
  expect(eventWords(event, plans())).toBe(words)
})

test('the activity log words an unknown event as “Something else was changed.”', () => {
  expect(eventWords({ kind: 'something-new' } as unknown as AuditEvent, plans())).toBe('Something else was changed.')
})
