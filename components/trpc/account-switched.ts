const event = 'pinref:account-switched'

/** Whether this page is being left for another account, so that its last calls need no notice. */
let isLeaving = false

/** Announces that the session is in another account than the page. */
export function reportSwitch(): void {
  if (!isLeaving) dispatchEvent(new Event(event))
}

/** Switches to another account without announcements, because the page is left if this succeeds. */
export async function withoutReports(leave: () => Promise<void>): Promise<void> {
  isLeaving = true
  await leave().catch((error: unknown) => {
    isLeaving = false
    throw error
  })
}

/** Calls a function at each announcement. Returns a function that stops this. */
export function onSwitch(listener: () => void): () => void {
  addEventListener(event, listener)
  return () => removeEventListener(event, listener)
}
