/**
 * Settings for servers and suites whose tests are not about a silent store. On a busy machine, Redis may wait longer
 * for a CPU than callers wait for Redis (one second), and the first page may take more than half a minute.
 */
export const onBusyMachine = { STORE_TIMEOUT_MS: '10000', PAGE_TIMEOUT_MS: '120000' }

/** Settings for tests that are about a silent store. */
export const asShipped = { STORE_TIMEOUT_MS: '' }
