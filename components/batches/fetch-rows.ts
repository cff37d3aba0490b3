import type { Row } from '@/server/batches/row'

/** Returns the URL of a file of results. */
export const fileUrl = (id: string, format: 'csv' | 'jsonl', status: Row['status'] | null): string =>
  `/api/files/${id}.${format}${status === null ? '' : `?status=${status}`}`

/** Fetches all results that a batch has so far. @throws Error if they cannot be fetched. */
export async function fetchRows(id: string, status: Row['status'] | null): Promise<Row[]> {
  const response = await fetch(fileUrl(id, 'jsonl', status))
  if (!response.ok) throw new Error(`results were answered with ${response.status}`)
  const lines = (await response.text()).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Row)
}
