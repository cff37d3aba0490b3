import { visitorAddresses } from './api-callers'
import { listings } from './context'
import type { Sample } from './sample'

/** The most keys that one account, visitor or listing may have in the store, whatever it did and for however long. */
const most = {
  lasting: { account: 15, listing: 1, others: 20 },
  // Each account has a key with the ids of its counted calls for each ten seconds of the last five minutes.
  expiring: { account: 50, visitor: 8, listing: 1, others: 200 },
}

/** Returns what is wrong with the number of keys in the store. It must depend on who has called, not on how often. */
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
