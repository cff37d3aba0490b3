/** The settings of servers that run measured batches. */
export const batchSettings = { BURST_LIMIT: '1000000', LOG_LEVEL: 'error' }
