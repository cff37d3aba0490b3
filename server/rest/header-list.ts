/** Headers as names (in lower case) and values by turns, which is what costs least to join and to write. */
export type HeaderList = readonly string[]

/** The same as names with their values. */
export function pairs(headers: HeaderList): Array<[name: string, value: string]> {
  return Array.from({ length: headers.length / 2 }, (_, index) => [
    headers[2 * index] ?? '',
    headers[2 * index + 1] ?? '',
  ])
}
