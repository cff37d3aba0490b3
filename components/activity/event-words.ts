import { roleWords } from '@/components/members/role-words'
import { planName } from '@/components/pricing/plans'
import type { ActingPerson } from '@/server/features/audit/actor'
import type {
  AccountEntry,
  AlertKind,
  AuditEvent,
  AuditKind,
  AuditPage,
  ServerEntry,
  SignInMethod,
} from '@/server/features/audit/log'
import { browserWords } from '@/server/features/sign-in/browser-words'
import type { Plan } from '@/server/metering/access/limits'

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
  'method-added': ({ method }) => `Sign-in with ${methods[method]} was added.`,
  'email-confirmed': () => 'The email was confirmed.',
  'email-changed': ({ from, to }) => `The email was changed from ${from} to ${to}.`,
  'password-changed': () => 'The password was changed.',
  'password-reset': () => 'A new password was set with an emailed link.',
  'two-step-on': () => 'Two-step verification was turned on.',
  'two-step-off': () => 'Two-step verification was turned off.',
  'recovery-codes-made': () => 'New recovery codes were created.',
  'passkey-added': ({ name }) => `Passkey${quoted(name)} was added.`,
  'passkey-removed': () => 'A passkey was removed.',
  'app-connected': ({ name }) => `App${quoted(name)} was connected.`,
  'app-disconnected': ({ name }) => `App${quoted(name)} was disconnected.`,
  'browser-signed-out': () => 'A browser was signed out.',
  'others-signed-out': () => 'All other browsers were signed out.',
  'key-created': (event) => `${keyWords(event)} was created.`,
  'key-rotated': (event) => `${keyWords(event)} was rotated.`,
  'key-limited': (event) => `Limits for ${keyWords(event)} were changed.`,
  'key-revoked': (event) => `${keyWords(event)} was revoked.`,
  'plan-changed': ({ from, to }, plans) =>
    `The plan was changed from ${planName(plans, from)} to ${planName(plans, to)}.`,
  suspended: ({ reason }) => (reason ? `The account was suspended: ${reason}` : 'The account was suspended.'),
  resumed: () => 'The account’s suspension was lifted.',
  'account-created': () => 'The account was created.',
  'account-renamed': ({ name }) => (name ? `The account was renamed to “${name}”.` : 'The account was renamed.'),
  'second-factor-required': ({ on }) =>
    on ? 'A second factor was required of all members.' : 'A second factor is no longer required.',
  'own-data-downloaded': () => 'A copy of a person’s own data was downloaded.',
  'data-downloaded': () => 'A copy of the account’s data was downloaded.',
  'callback-set': (event) => `Callbacks to ${event.host} were set up.`,
  'callback-removed': () => 'A callback endpoint was removed.',
  'callback-secret-made': (event) => `The secret for callbacks to ${event.host} was rotated.`,
  'member-invited': ({ member, role }) => `${member} was invited as ${roleWords[role]}.`,
  'member-joined': ({ member, role }) => `${member} joined as ${roleWords[role]}.`,
  'member-role-changed': ({ member, from, to }) => `The role of ${member} was changed from ${from} to ${to}.`,
  'member-removed': ({ member }) => `${member} was removed.`,
  'member-left': ({ member }) => `${member} left the account.`,
  'invitation-canceled': ({ member }) => `The invitation to ${member} was canceled.`,
  'alert-switched': ({ alert, on }) => `Alerts about ${alerts[alert]} were turned ${on ? 'on' : 'off'}.`,
  'account-deleted': () => 'The account was deleted.',
  'person-deleted': () => 'The person was deleted.',
}

/**
 * Describes an event in a sentence. A later release may have stored a kind of event that this release does not
 * recognize.
 * @param plans this server's plans, for their names.
 */
export function eventWords(event: AuditEvent, plans: readonly Plan[]): string {
  const say = words[event.kind] as Say<AuditEvent> | undefined
  return say ? say(event, plans) : 'Another change was made.'
}

/** An event as the account's members or the operator see it. */
export type Entry = AccountEntry | ServerEntry

/** Reads a page of the log; without a cursor, the first page. */
export type ReadPage = (page: { cursor?: string; count?: number }) => Promise<AuditPage<Entry>>

/** Returns who did something and from where, in parts: "by Ada (owner)", "Firefox on Windows", "from 192.0.2.0/24". */
export function callerWords(entry: Entry): string[] {
  const who = actorWords(entry)
  const browser = 'userAgent' in entry && entry.userAgent ? browserWords(entry.userAgent) : ''
  return [who, browser, entry.address && `from ${entry.address}`].filter((words) => words !== '')
}

function actorWords(entry: Entry): string {
  const { by, person, key } = entry
  if (by === 'stripe') return 'by Stripe'
  if (by === 'operator')
    return 'operator' in entry && entry.operator ? `by the operator ${entry.operator}` : 'by the operator'
  if (key) return key.name ? `with key “${key.name}”` : `with ${key.id}`
  if (!person) return ''
  const { name, role } = person
  if (name) return role ? `by ${name} (${role})` : `by ${name}`
  return role ? `by the ${role}` : ''
}

/** Names a person with their email, if the reader may see it: "Ada (ada@example.com)". */
export function personWords({ name, email, role, id }: ActingPerson): string {
  const named = name || email || (role ? `The ${role} ${id}` : id)
  return name && email ? `${name} (${email})` : named
}

/** Returns the name of an event's account, for the operator; null on the owner's own page. */
export const accountWords = (entry: Entry): string | null =>
  'account' in entry ? `${entry.email || 'No email'} (${entry.account})` : null

/** Turns an event into a table row. */
export function entryRow(entry: Entry, plans: readonly Plan[]): Record<string, string> {
  const { at, kind, by, person, key, address } = entry
  const who = 'account' in entry ? { account: entry.account, email: entry.email } : {}
  const actor =
    'account' in entry
      ? { operator: entry.operator ?? '' }
      : { name: person?.name ?? '', email: person?.email ?? '', role: person?.role ?? '', person: person?.id ?? '' }
  const browser = 'userAgent' in entry ? { browser: entry.userAgent && browserWords(entry.userAgent) } : {}
  const description = eventWords(entry, plans)
  return { time: at, event: kind, description, ...who, by, ...actor, key: key?.id ?? '', address, ...browser }
}
