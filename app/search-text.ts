/** A page's query parameters, as Next passes them. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>

/** Returns the query parameters that occur exactly once. */
export async function searchText(params: SearchParams): Promise<Record<string, string | undefined>> {
  const entries = Object.entries(await params)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
