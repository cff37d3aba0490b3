import { maxOfAccount } from '@/server/features/audit/log'
import { maxTokens } from '@/server/features/sign-in/adapter/app-tokens'
import { maxApps } from '@/server/features/sign-in/adapter/apps'
import { maxUnusedApps } from '@/server/features/sign-in/adapter/unused-apps'
import { longestRegistration, maxRedirects } from '@/server/features/sign-in/app-metadata'
import { accessTokenSeconds, refreshTokenSeconds } from '@/server/features/sign-in/oauth'
import { passwordQueueLimits, passwordWaitMs } from '@/server/features/sign-in/passwords'
import { maxKeys } from '@/server/metering/access/key-store'
import { limits } from '@/server/metering/access/limits'
import { failedCallDays, failedCallLimits, maxFailedCalls } from '@/server/metering/usage/failed-calls'
import { bytes, type Entrance, number, rate } from './entrance'

const session = 'A session, from Pinref’s own pages'
const nothing = 'Nothing'
const dashboard = `${rate(limits.dashboard)} per account`
const everybody = 'Everyone, with the same response'
const reads = `${rate(limits.reads)} per network and process; then 429 after 1 s`
const attempts = `${rate(limits.secondFactor)} per address`

const { all, each } = passwordQueueLimits
const hashing = 'One scrypt hash, in a queue'

const metadataFile = 'app/.well-known/[name]/[[...path]]/route.ts'

/** The entry points of the dashboard, sign-in, and pages. */
export const siteEntrances: readonly Entrance[] = [
  {
    title: 'Call a procedure from the dashboard',
    names: ['/api/trpc/'],
    who: 'Pinref’s own pages; other sites get 403',
    costs: 'As for the procedure',
    bytesIn: 'One call per request; 16 KiB, or 4 MiB for a part of a batch or listings to watch',
    closed: 'Procedures are closed unless listed as open. Changes require POST',
  },
  {
    title: 'Create or rotate a key',
    names: ['keys.create', 'keys.createFirst', 'keys.rotate'],
    who: `${session}; not for suspended accounts`,
    costs: `${rate(limits.keysMade)}`,
    stored: `${maxKeys} keys`,
    closed: 'Invalid limits get 400',
  },
  {
    title: 'List, update, or revoke keys',
    names: ['keys.list', 'keys.rename', 'keys.setLimits', 'keys.revoke'],
    who: session,
    costs: dashboard,
    bytesOut: `${maxKeys} keys`,
    closed: 'Invalid limits get 400',
  },
  {
    title: 'Wait for a key’s first call',
    names: ['keys.firstCall', 'keys.awaitCall'],
    who: `${session}; the page polls every 2 s for 5 minutes while visible`,
    costs: dashboard,
    stored: 'One call per key, with its address and the listing’s name, 10 minutes',
    time: 'Responds immediately; no connection stays open',
  },
  {
    title: 'List recent errors',
    names: ['usage.errors'],
    who: session,
    costs: dashboard,
    stored: `${maxFailedCalls} failed calls per account, ${failedCallDays} days, each under 1 KB; per process, ${failedCallLimits.perAccount} a second per account and ${failedCallLimits.accounts + failedCallLimits.unproven} accounts a second; others are not recorded`,
    bytesOut: `${maxFailedCalls} calls without names, links, or addresses`,
    crash: 'Records of the last second are lost, because responses don’t wait for recording',
  },
  {
    title: 'Get usage and the plan',
    names: ['usage.month', 'usage.keys', 'usage.months', 'usage.current', 'plans.current', 'home'],
    who: session,
    costs: dashboard,
  },
  {
    title: 'Get plans and the free quota',
    names: ['plans.list', 'status'],
    who: 'Pinref’s own pages, signed in or not',
    costs: '`status`: one call of the burst limit; `plans.list`: nothing',
    seen: 'Plans: everyone; counts: only the network or account',
  },
  {
    title: 'Stop emails about a watchlist',
    names: ['/api/unsubscribe', 'watchlists.digest'],
    who: 'Anyone with the signed link in the email; needs no session and ignores cookies',
    costs: 'One call of the burst limit per network',
    bytesIn: '4 KiB, which is ignored; tokens of 200 characters',
    bytesOut: 'The watchlist’s name and how often it is emailed',
    closed:
      'Only POST changes anything, because mail scanners open links. Forged tokens get 400, deleted watchlists 404',
    seen: 'Anyone to whom the email is forwarded',
  },
  {
    title: 'Choose a plan or pay',
    names: ['plans.choose', 'plans.portal'],
    who: `${session}; suspended accounts can only leave their plan`,
    costs: dashboard,
    time: '10 s for each of three attempts to reach Stripe',
    crash: 'The plan is the one that Stripe reports as paid',
  },
  {
    title: 'View or change your account',
    names: ['account.activity', 'account.alerts', 'account.switchAlert', 'devices.signOut', 'apps.disconnect'],
    who: session,
    costs: dashboard,
    stored: `${number(maxOfAccount)} events in the log`,
  },
  {
    title: 'Download your account data',
    names: ['account.copy'],
    who: session,
    costs: rate(limits.accountCopy),
    bytesOut: 'All of the account’s stored data except batch lines and results',
  },
  {
    title: 'List and resend callback deliveries',
    names: ['callbacks.read', 'callbacks.sendAgain'],
    who: session,
    costs: `${dashboard}; resends: ${rate(limits.callbacksByHand)}, shared with tests and new addresses`,
    stored: 'As for endpoints',
    bytesOut: '200 deliveries',
    time: 'Queued; see job callback',
  },
  {
    title: 'Manage the server and its accounts',
    names: [
      ...['operator.accounts', 'operator.overview', 'operator.activity', 'operator.googleCheck'],
      ...['operator.changePlan', 'operator.suspend', 'operator.resume'],
    ],
    who: 'An operator with a confirmed email; for others, these procedures do not exist',
    costs: dashboard,
    cpu: 'Sorting by a figure reads 2,000 accounts, 100 at a time',
    stored: 'A 300-character reason for a suspension',
    bytesOut: 'A page of accounts or events',
    closed: 'If `OPERATOR_EMAILS` is empty, there are no operators',
    seen: 'Operators; owners see changes to their accounts',
  },
  {
    title: 'Check the Google key',
    names: ['operator.checkGoogle', 'pinref-server check-google'],
    who: 'An operator; on the machine, anyone who can run commands',
    costs: 'Up to a few US cents, after confirmation',
    stored: 'One report',
    time: '4 s per call, in sequence',
    seen: 'Operators',
  },
  {
    title: 'Sign in or sign up with a password',
    names: [
      '/api/auth/',
      '/api/auth/sign-in/email',
      '/api/auth/sign-up/email',
      '/api/auth/confirm-email',
      '/api/auth/change-password',
      '/api/auth/reset-password',
      '/api/auth/reset-password/:token',
      '/api/auth/verify-email',
    ],
    who: 'Anyone except pages on other sites',
    costs: `${rate(limits.signIn)} per address; for one account, ${rate(limits.passwordsAtAccount)} per network and ${rate(limits.passwordsFromAnywhere)} overall; other paths 100 every 10 s`,
    cpu: `${hashing} per process and kind of caller: strangers; and sessions, emailed links, and browsers that have signed in to the account before. A changed password is hashed after the current one is checked. Nothing is hashed for callers who have left`,
    stored: 'An unconfirmed account, for a day',
    time: `${passwordWaitMs / 1_000} s in the queue, 15 s overall`,
    fair: `One hash at a time per queue; networks take turns. ${all} places, ${each} per network; if all are taken, the network with the most loses its oldest one to a network with fewer; others get 429 before the attempt counts against the account`,
    closed: 'Unlisted paths get 404. An unknown email and a wrong password get the same response',
    seen: 'The owner, in the account’s log',
  },
  {
    title: 'Pass the second factor or use a passkey',
    names: [
      ...['/api/auth/two-factor/verify-totp', '/api/auth/two-factor/verify-backup-code', '/api/auth/two-factor/enable'],
      ...['/api/auth/two-factor/disable', '/api/auth/two-factor/generate-backup-codes'],
      ...['/api/auth/passkey/generate-authenticate-options', '/api/auth/passkey/verify-authentication'],
      ...['/api/auth/passkey/generate-register-options', '/api/auth/passkey/verify-registration'],
      ...['/api/auth/passkey/update-passkey', '/api/auth/passkey/delete-passkey'],
    ],
    who: 'Anyone with the password or the passkey',
    cpu: `${hashing}, if a password is needed`,
    costs: `${attempts}; ${rate(limits.wrongCodes)} and ${rate(limits.wrongCodesInDay)} per account; challenges ${rate(limits.passkeyChallenge)}`,
    time: '15 s',
    crash: 'Attempts are counted before the code is checked',
    closed: 'Codes work once; passkeys from other sites are rejected',
    seen: 'The owner, in the account’s log',
  },
  {
    title: 'Request an email',
    names: ['/api/auth/request-password-reset', '/api/auth/send-verification-email', '/api/auth/change-email'],
    who: 'Anyone except pages on other sites; changing the email requires a session',
    costs: `${rate(limits.passwordReset)} per address; ${rate(limits.mailsToRecipient)} per recipient`,
    time: 'Responds before looking up the account',
    seen: 'Only the recipient',
  },
  {
    title: 'Sign in through GitHub or Google',
    names: ['/api/auth/sign-in/social', '/api/auth/callback/:id'],
    who: 'Anyone, if the provider is set up',
    costs: '100 every 10 s per address',
    time: '15 s',
    closed: 'Unknown states and redirects to other sites are rejected',
    seen: 'The owner, in the account’s log',
  },
  {
    title: 'Register an app',
    names: ['/api/auth/oauth2/register'],
    who: 'Anyone, including pages on other sites; cookies are ignored',
    costs: `${rate(limits.appsRegistered)} per address; ${rate(limits.appsOfPage)} per website and network`,
    bytesIn: `${bytes(longestRegistration)}; ${maxRedirects} redirect URIs`,
    stored: `${number(maxUnusedApps)} unconnected apps, for a day`,
    time: '15 s',
    cpu: 'One at a time per process, with a rest while short calls arrive',
    fair: 'Networks take turns. When there is no room, the oldest unconnected app of the network that registered the most is replaced',
    closed:
      'Redirect URIs need HTTPS, or HTTP on the user’s own computer, and never Pinref’s own host; other addresses need HTTP or HTTPS; unknown grants and scopes get 400',
    seen: 'People whom the app sends here see its name and redirect target',
  },
  {
    title: 'Connect an app to an account',
    names: ['/api/auth/oauth2/authorize', '/api/auth/oauth2/consent'],
    who: 'Anyone can ask; the owner decides, with a session, from Pinref’s own pages; new metadata is fetched only for a session',
    costs: `${rate(limits.appsAuthorized)} per address; ${rate(limits.appsFetched)} with new metadata per account`,
    cpu: 'App metadata is fetched at most 120 times a minute, 30 per host',
    stored: `${maxApps} apps per account; a code for 10 minutes; fetched metadata for 20 minutes until the app is connected`,
    bytesOut: 'Up to 5 KiB of metadata, from public addresses on port 443 only',
    time: '5 s for the metadata, 15 s overall',
    closed:
      'PKCE with S256 is required. A redirect URI must exactly match a registered one, except for loopback ports, where the owner has to allow each request. Changed requests and those older than 10 minutes get 400',
    seen: 'The owner, in the account’s log and list of apps',
  },
  {
    title: 'Get or revoke an app’s token',
    names: ['/api/auth/oauth2/token', '/api/auth/oauth2/revoke'],
    who: 'Anyone, including pages on other sites, with the app’s token or a code and its PKCE verifier; cookies are ignored',
    costs: `${rate(limits.appTokens)} per address`,
    stored: `${number(maxTokens)} token hashes per account; the first to expire are dropped`,
    time: `15 s; access tokens last ${accessTokenSeconds / 3_600} hour, refresh tokens ${refreshTokenSeconds / 86_400} days and work once`,
    crash: 'A refresh token sent again within 30 s returns the same pair',
    closed: 'Using a code or refresh token twice revokes all of the app’s tokens for the account',
    seen: 'Only the app',
  },
  {
    title: 'Discover the OAuth endpoints',
    names: ['/.well-known/oauth', '/.well-known/openid', '/register', 'app/register/route.ts', metadataFile],
    who: 'Anyone, including pages on other sites',
    costs: '100 every 10 s per address',
    closed: 'Only `/mcp`’s two documents exist. Other paths get 404, so agents keep using their API key',
    seen: everybody,
  },
  {
    title: 'Manage the session and the account',
    names: [
      ...['/api/auth/get-session', '/api/auth/sign-out', '/api/auth/list-sessions', '/api/auth/revoke-session'],
      ...['/api/auth/revoke-sessions', '/api/auth/revoke-other-sessions', '/api/auth/update-user'],
      ...['/api/auth/delete-user', '/api/auth/delete-user/callback'],
    ],
    who: 'A session; deleting the account also requires its password',
    costs: '100 every 10 s per address; reading the session costs nothing',
    cpu: `${hashing}, to delete the account`,
    time: '15 s',
    crash: 'An account is deleted in one step or not at all',
  },
  {
    title: 'Get the server status',
    names: ['/api/health', '/api/health/ready', '/api/status'],
    who: 'Anyone',
    costs: reads,
    cpu: 'One store read a second, regardless of the number of callers',
    closed: 'Readiness: 503 unless the store accepts a write',
    seen: everybody,
  },
  {
    title: 'Get a document',
    names: [
      ...['/api/openapi.json', '/api/openapi.yaml', '/api/postman.json', 'app/openapi.yaml/route.ts'],
      ...['app/llms.txt/route.ts', 'app/pinref.py/route.ts', 'app/sw.js/route.ts', 'app/docs/search.json/route.ts'],
      ...['app/.well-known/security.txt/route.ts', 'app/manifest.ts', 'app/robots.ts', 'app/sitemap.ts'],
    ],
    who: 'Anyone',
    costs: `API documents and nonexistent API paths: ${reads}`,
    cpu: 'Built once per process',
    stored: nothing,
    bytesOut: 'The same document, up to about 200 KB',
    fair: 'Only API documents are served by the process that handles calls',
    seen: everybody,
  },
  {
    title: 'Get the MCP server card',
    names: ['app/.well-known/mcp/server-card.json/route.ts', 'app/.well-known/mcp/server.json/route.ts'],
    who: 'Anyone, including pages on other sites',
    costs: nothing,
    cpu: 'Built from the settings',
    stored: nothing,
    bytesOut: 'The same 1 KB document, cached for an hour',
    fair: 'Not served by the process that handles calls',
    seen: everybody,
  },
  {
    title: 'Get a page’s preview image',
    names: ['app/og/route.ts'],
    who: 'Anyone',
    costs: 'Nothing; one image every two seconds overall, ten in a burst',
    bytesIn: 'The same text length as on the page',
    stored: 'Nothing; 100 images in memory',
    closed: 'Over the limit: 503. Nonexistent pages get the start page’s image',
    seen: everybody,
  },
  {
    title: 'Open a page',
    names: ['app/**/page.{tsx,mdx}'],
    who: 'Anyone; account pages need a session',
    costs: nothing,
    bytesIn: 'No body; methods other than GET and HEAD get 405',
    cpu: 'Pages that are the same for everyone are rendered every ten minutes',
    stored: nothing,
    time: '30 s',
    fair: 'Rendered by a separate process, one page per connection at a time',
    crash: '503 until the process restarts; calls are not affected',
  },
  {
    title: 'Call the API on Vercel',
    names: ['app/api/[[...path]]/route.ts'],
    who: 'As for the path',
    costs: 'As for the path',
    closed: 'Outside Vercel, this file returns 404',
  },
]
