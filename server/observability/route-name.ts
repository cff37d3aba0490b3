/** The routes that are not operations: name in the log -> path template. */
const routes = new Map([
  ['trpc', '/api/trpc/{procedure}'],
  ['auth', '/api/auth/{action}'],
  ['webhook', '/api/billing/webhook'],
  ['cron', '/api/cron/daily'],
  ['queue', '/api/queue'],
])

/** Returns the path template of a route, `http.route` in OpenTelemetry; null if there is no such route. */
export function routeName(operation: string): string | null {
  if (operation === 'unknown') return null
  return routes.get(operation) ?? `/api/${operation}`
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY'])

/** Returns the name of a method in metrics: one of a few, whatever callers send. */
export const methodName = (method: string): string => (methods.has(method) ? method : '_OTHER')
