/** The formats of a results file, and their media types. */
export const fileTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const

export type FileFormat = keyof typeof fileTypes

export const fileFormats: readonly FileFormat[] = ['csv', 'jsonl']
