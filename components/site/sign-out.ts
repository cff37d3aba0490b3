import { dropOriginals } from '@/components/bulk/originals'

/** Signs this browser out and opens the start page. Returns false if that failed. */
export async function signOut(): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json' }
    const { ok } = await fetch('/api/auth/sign-out', { method: 'POST', headers, body: '{}' })
    if (ok) {
      await dropOriginals()
      location.assign('/')
    }
    return ok
  } catch {
    return false
  }
}
