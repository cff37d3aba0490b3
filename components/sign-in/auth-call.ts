import { faultOf, noAnswer } from './auth-fault'

/**
 * Calls better-auth at `/api/auth`. Its own client would cost every page 12 KB for this.
 * @param path below `/api/auth`: `/sign-in/email`.
 * @throws AuthFault with a message to show.
 */
export async function authCall<Answer = unknown>(path: string, body: Record<string, unknown> = {}): Promise<Answer> {
  return answerOf(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

/** Reads from better-auth. @throws AuthFault as `authCall` does. */
export const authRead = <Answer>(path: string): Promise<Answer> => answerOf(path, {})

async function answerOf<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(`/api/auth${path}`, init).catch(() => {
    throw noAnswer()
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw faultOf(response.status, answer, response.headers.get('retry-after'))
  return answer as Answer
}
