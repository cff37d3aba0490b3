import { planName } from '@/components/plans/plan-name'
import type { Plan } from '@/server/access/plans'
import type { AlertKind, AuditEvent, AuditKind, SignInMethod } from '@/server/observability/audit-event'

const methods: Record<SignInMethod, string> = {
  password: 'a password',
  code: 'a password and a code',
  'recovery-code': 'a password and a recovery code',
  passkey: 'a passkey',
  mail: 'a link in an email',
  github: 'GitHub',
  google: 'Google',
}

const alerts: Record<AlertKind, string> = {
  quota: 'plan quota',
  'key-limit': 'key limits',
  'key-expiry': 'expiring keys',
  callbacks: 'callbacks',
  'sign-in': 'new devices',
}

type Say<Event> = (event: Event, plans: readonly Plan[]) => string
type Words = { [Kind in AuditKind]: Say<Extract<AuditEvent, { kind: Kind }>> }

const quoted = (name: string | undefined) => (name ? ` “${name}”` : '')
const keyWords = ({ keyId, name }: { keyId: string; name?: string }) => (name ? `Key “${name}”` : `Key ${keyId}`)

const words: Words = {
  'signed-up': () => 'The account was created.',
  'signed-in': ({ method }) => `Signed in with ${methods[method]}.`,
  'method-added': ({ method }) => `${methods[method]} was added as a way to sign in.`,
  'email-confirmed': () => 'The email was confirmed.',
  'email-changed': ({ from, to }) => `The email was changed from ${from} to ${to}.`,
  'password-changed': () => 'The password was changed.',
  'password-reset': () => 'A new password was set with a link in an email.',
  'two-step-on': () => 'Two-step verification was turned on.',
  'two-step-off': () => 'Two-step verification was turned off.',
  'recovery-codes-made': () => 'New recovery codes were made.',
  'passkey-added': ({ name }) => `Passkey${quoted(name)} was added.`,
  'passkey-removed': () => 'A passkey was removed.',
  'browser-signed-out': () => 'A browser was signed out.',
  'others-signed-out': () => 'All other browsers were signed out.',
  'key-created': (event) => `${keyWords(event)} was created.`,
  'key-rotated': (event) => `${keyWords(event)} was rotated.`,
  'key-limited': (event) => `The limits of ${keyWords(event)} were changed.`,
  'key-revoked': (event) => `${keyWords(event)} was revoked.`,
  'plan-changed': ({ from, to }, plans) =>
    `The plan was changed from ${planName(plans, from)} to ${planName(plans, to)}.`,
  suspended: () => 'The account was suspended.',
  resumed: () => 'The account’s suspension was lifted.',
  'data-downloaded': () => 'A copy of the account’s data was downloaded.',
  'callback-set': ({ host }) => `Callbacks go to ${host}.`,
  'callback-removed': () => 'The callback address was removed.',
  'callback-secret-made': () => 'A new callback secret was made.',
  'alert-switched': ({ alert, on }) => `Alerts about ${alerts[alert]} were turned ${on ? 'on' : 'off'}.`,
  'account-deleted': () => 'The account was deleted.',
}

/**
 * Describes an event in a sentence. A later release may have written a kind of event that this one does not know.
 * @param plans those of this server, for their names.
 */
export function eventWords(event: AuditEvent, plans: readonly Plan[]): string {
  const say = words[event.kind] as Say<AuditEvent> | undefined
  return say ? say(event, plans) : 'Something else was changed.'
}
