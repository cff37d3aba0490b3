/**
 * What servers and suites run with whose tests are not about a store that says nothing: on a busy machine, Redis itself may wait
 * for a processor longer than the second that callers are given.
 */
export const onBusyMachine = { STORE_TIMEOUT_MS: '10000' }

/** For tests that are about it. */
export const asShipped = { STORE_TIMEOUT_MS: '' }
