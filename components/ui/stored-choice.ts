/** Choices that the browser does not store, by key. They are lost when the page closes. */
export const unsaved: Record<string, string> = {}

/** Returns a choice that is saved in this browser (see `choose`); null until there is one. */
export function readChoice(key: string): string | null {
  try {
    return unsaved[key] ?? localStorage.getItem(key)
  } catch {
    return unsaved[key] ?? null
  }
}
