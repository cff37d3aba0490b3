import type { StateFilter } from '@/server/features/lists/row-filter'

/** The labels of the filters by bucket, in the order of their buttons. */
export const bucketWords = {
  found: 'Found',
  to_check: 'To check',
  name_differs: 'Different name',
  not_found: 'Not found',
  failed: 'Failed',
  unreadable: 'Unreadable',
  not_sent: 'Not sent',
  waiting: 'Waiting',
} as const satisfies Record<StateFilter, string>
