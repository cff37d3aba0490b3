import { visitorAddresses } from './api-callers'
import { listings } from './context'
import type { Sample } from './sample'

/** The maximum number of keys in the store per account, visitor, or listing, regardless of its activity. */
const most = {
  lasting: { account: 15, listing: 1, others: 20 },
  // For every ten seconds of the last five minutes, each account has a key with the ids of its counted calls.
  expiring: { account: 50, visitor: 8, listing: 1, others: 200 },
}

/**
 * Returns problems with the number of keys in the store. This number must depend on the callers, not on the number of
 * calls.
 */
export function unexplainedKeys({ keys, lastingKeys }: Sample, accounts: number): string[] {
  const { lasting, expiring } = most
  const maxLasting = accounts * lasting.account + listings * lasting.listing + lasting.others
  const maxExpiring =
    accounts * expiring.account + visitorAddresses * expiring.visitor + listings * expiring.listing + expiring.others
  const who = `${accounts} accounts, ${visitorAddresses} visitors and ${listings} listings explain`
  return [
    ...(lastingKeys > maxLasting ? [`${lastingKeys} keys never expire; ${who} ${maxLasting}`] : []),
    ...(keys - lastingKeys > maxExpiring ? [`${keys - lastingKeys} keys expire; ${who} ${maxExpiring}`] : []),
  ]
}
