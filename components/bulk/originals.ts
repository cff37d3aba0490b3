/**
 * Keeps the files that lists came from in this browser, so that results can be added to them later: those of the input
 * being edited and of a run until the tab replaces them, and those of background batches by batch id.
 */

/** A list's file, and the sheet that was read. */
export interface Original {
  /** Null if the list was pasted or came from a text file, so its rows are all there is. */
  file: File | null
  /** The index of the sheet; null if it has to be found. */
  sheet: number | null
}

/** That of a list without a file. */
export const noOriginal: Original = { file: null, sheet: 0 }

interface Stored extends Original {
  id: string
  savedMs: number
}

const database = 'pinref.originals'
const table = 'files'

/** Returns a new id for a file. */
export const newOriginalId = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`

/** Limits on what is stored: the oldest files are deleted first. */
const originalLimits = { files: 20, bytes: 100_000_000, ms: 35 * 86_400_000 }

/** Stores a list's file. Does nothing if the browser has no room or allows no storage. */
export async function keepOriginal(id: string, { file, sheet }: Original, nowMs = Date.now()): Promise<void> {
  await inStore('readwrite', async (store) => {
    if (file && file.size > originalLimits.bytes) return
    const others = (await all(store)).filter((one) => one.id !== id).sort((a, b) => b.savedMs - a.savedMs)
    let bytes = file?.size ?? 0
    for (const [place, { id, file, savedMs }] of others.entries()) {
      bytes += file?.size ?? 0
      const isLeft = place + 1 < originalLimits.files && bytes <= originalLimits.bytes
      if (!isLeft || nowMs - savedMs > originalLimits.ms) store.delete(id)
    }
    store.put({ id, file, sheet, savedMs: nowMs } satisfies Stored)
  }).catch(() => {})
}

/** Returns a list's file; null if it isn't stored here. */
export async function findOriginal(id: string, nowMs = Date.now()): Promise<Original | null> {
  const stored = await inStore('readonly', (store) => result<Stored | undefined>(store.get(id))).catch(() => undefined)
  return stored && nowMs - stored.savedMs <= originalLimits.ms ? { file: stored.file, sheet: stored.sheet } : null
}

/** Deletes a list's file, if it is stored here. */
export async function dropOriginal(id: string): Promise<void> {
  await inStore('readwrite', async (store) => {
    store.delete(id)
  }).catch(() => {})
}

/** Deletes all files, because other people may use this browser. */
export async function dropOriginals(): Promise<void> {
  await inStore('readwrite', async (store) => {
    store.clear()
  }).catch(() => {})
}

const all = (store: IDBObjectStore) => result<Stored[]>(store.getAll())

const result = <T>(request: IDBRequest) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T)
    request.onerror = () => reject(request.error)
  })

/** Runs a transaction and waits until it is complete. @throws if the browser allows no storage or has no room. */
async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(table, { keyPath: 'id' })
  const db = await result<IDBDatabase>(opening)
  try {
    const transaction = db.transaction(table, mode)
    const completed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    // Reported where the caller awaits it, not as an unhandled rejection.
    completed.catch(() => {})
    const value = await act(transaction.objectStore(table))
    await completed
    return value
  } finally {
    db.close()
  }
}
