import { withoutEnding } from '@/server/features/batches/batch'

/** Returns the title of an audit. @param name of the list, such as its file's; empty if it has none. */
export const auditTitle = (name: string): string => (name === '' ? 'Audit' : `Audit of ${withoutEnding(name)}`)
