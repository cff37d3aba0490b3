const place = 'pinref.bulk'

/** Leaves a text for the bulk page of this tab. */
export function handOver(storage: Pick<Storage, 'setItem'>, text: string): void {
  try {
    storage.setItem(place, text)
  } catch {}
}

/** The text left for the bulk page, once; empty where there is none. */
export function takeOver(storage: Pick<Storage, 'getItem' | 'removeItem'>): string {
  try {
    const text = storage.getItem(place) ?? ''
    storage.removeItem(place)
    return text
  } catch {
    return ''
  }
}
