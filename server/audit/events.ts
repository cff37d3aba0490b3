/** How a user signed in. `code` is the password and a code of the authenticator app. */
export type SignInMethod = 'password' | 'code' | 'recovery-code' | 'passkey' | 'mail' | 'github' | 'google'

/** A kind of alert that is mailed to an account; see `mail/alert-mails.ts`. */
export type AlertKind = 'quota' | 'key-limit' | 'key-expiry' | 'callbacks' | 'sign-in'

/** An API key, by its id and by its owner's name for it, which the server's log omits. */
interface KeyNamed {
  keyId: string
  name?: string
  /** The id of the key that did it through the API; absent if it was done on the dashboard. */
  byKey?: string
}

interface ByKey {
  /** The id of the key that did it through the API; absent if it was done on the dashboard. */
  byKey?: string
}

/** The data of an event in the audit log, by kind. */
interface Facts {
  'signed-up': object
  'signed-in': { method: SignInMethod }
  /** Never a password, which is recorded as changed or reset. */
  'method-added': { method: 'github' | 'google' }
  'email-confirmed': object
  /** Both emails are stored masked. */
  'email-changed': { from: string; to: string }
  'password-changed': object
  /** By a mailed link. */
  'password-reset': object
  'two-step-on': object
  'two-step-off': object
  'recovery-codes-made': object
  'passkey-added': { name?: string }
  'passkey-removed': object
  /** An app over OAuth, by its name. */
  'app-connected': { name?: string }
  'app-disconnected': { name?: string }
  'browser-signed-out': object
  'others-signed-out': object
  'key-created': KeyNamed
  /** The id is the old key's. */
  'key-rotated': KeyNamed
  'key-limited': KeyNamed
  'key-revoked': KeyNamed
  /** Ids of plans. */
  'plan-changed': { from: string; to: string }
  /** By the operator, like `resumed`. Only the server's log has the reason. */
  suspended: { reason?: string }
  resumed: object
  'data-downloaded': object
  /** A callback endpoint. Only the host of its URL is stored. */
  'callback-set': ByKey & { host: string }
  'callback-removed': ByKey
  'callback-secret-made': ByKey
  'alert-switched': { alert: AlertKind; on: boolean }
  /** Only in the server's log, because the account's own log is deleted too. */
  'account-deleted': object
}

export type AuditKind = keyof Facts

/** An event of an account. */
export type AuditEvent = { [Kind in AuditKind]: { kind: Kind } & Facts[Kind] }[AuditKind]

/**
 * Who caused an event: the account's owner, identified by their call; an operator of the server, by their email; or Stripe, which
 * reported a payment or its end.
 */
export type Actor = { address: string; userAgent: string } | { operator: string; address: string } | 'stripe'

/** The data of every event. */
interface Entry {
  /** The id of its entry in the Redis stream: `1763784000000-0`. */
  id: string
  /** ISO 8601, UTC. */
  at: string
  by: 'owner' | 'operator' | 'stripe'
  /** The network of the caller's address; empty if unknown, and for an operator's event on the owner's page. */
  address: string
}

/** An event as its account's owner sees it. */
export type AccountEntry = AuditEvent & Entry & { userAgent: string }

/** An event as the operator sees it. */
export type ServerEntry = AuditEvent &
  Entry & {
    /** The first characters of the account's id, and its masked email. */
    account: string
    email: string
    /** The masked email of the operator who caused it. */
    operator?: string
  }

/** A page of events, newest first. */
export interface AuditPage<Shown> {
  events: Shown[]
  /** Where the next page begins; null after the last one. */
  next: string | null
}
