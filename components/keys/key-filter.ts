import type { ApiKey } from './key-facts'

/** With more keys than this, there is a filter. */
export const fewKeys = 8

/** Returns the keys whose name or start contains a text, ignoring case. A whole key finds itself. */
export function filterKeys<Key extends Pick<ApiKey, 'name' | 'start'>>(keys: readonly Key[], text: string): Key[] {
  const wanted = text.trim().replace(/…$/, '')
  const lower = wanted.toLowerCase()
  return keys.filter(
    ({ name, start }) =>
      name.toLowerCase().includes(lower) || start.toLowerCase().includes(lower) || wanted.startsWith(start),
  )
}
