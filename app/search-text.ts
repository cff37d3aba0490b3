/** What a page is asked with, as Next hands it over. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>

/** The parameters that are given exactly once. */
export async function searchText(params: SearchParams): Promise<Record<string, string | undefined>> {
  const given = Object.entries(await params)
  return Object.fromEntries(given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
