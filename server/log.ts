/** One line of JSON on standard error, for whatever collects it. */
export function logError(message: string, { requestId, error }: { requestId?: string; error: unknown }): void {
  const { name, stack, cause } = error instanceof Error ? error : new Error(String(error))
  const at = new Date().toISOString()
  const reason = cause instanceof Error ? cause.stack : cause
  process.stderr.write(`${JSON.stringify({ at, level: 'error', message, requestId, name, stack, reason })}\n`)
}
