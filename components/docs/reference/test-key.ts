import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import type { AppRouter } from '@/server/entrances/trpc/router'

/** The name of the key on the keys page. */
const testKeyName = 'Docs test key'

/**
 * Creates a test key for the signed-in account. The new key replaces the previous one, which can't be retrieved.
 * @returns the key, or why it wasn't created.
 */
export async function makeTestKey(): Promise<{ key: string } | { fault: string; isSignedOut: boolean }> {
  const { keys } = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] })
  try {
    const before = (await keys.list.query()).filter(({ name, test }) => test && name === testKeyName)
    for (const { id } of before) await keys.revoke.mutate({ id })
    const { key } = await keys.create.mutate({ name: testKeyName, test: true })
    return { key }
  } catch (error) {
    const problem = error instanceof TRPCClientError ? error.data?.problem : undefined
    const fault = problem?.detail ?? 'No response. Check your connection, then try again.'
    return { fault, isSignedOut: problem?.code === 'not_signed_in' }
  }
}
