/** The routes that are not operations, by their name in the log, and the template of their address. */
const routes = new Map([
  ['trpc', '/api/trpc/{procedure}'],
  ['auth', '/api/auth/{action}'],
  ['webhook', '/api/billing/webhook'],
  ['cron', '/api/cron/daily'],
  ['queue', '/api/queue'],
])

/** The template of an address, `http.route` in OpenTelemetry; null where there is no such route. */
export function routeName(operation: string): string | null {
  if (operation === 'unknown') return null
  return routes.get(operation) ?? `/api/${operation}`
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY'])

/** The name of a method in metrics: one of few, whatever callers send. */
export const methodName = (method: string): string => (methods.has(method) ? method : '_OTHER')
