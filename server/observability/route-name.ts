/** The doors that are no operation, by what the log calls them, and the template of their addresses. */
const routes = new Map([
  ['trpc', '/api/trpc/{procedure}'],
  ['auth', '/api/auth/{action}'],
  ['webhook', '/api/billing/webhook'],
])

/** The template of the address that was asked, `http.route` in OpenTelemetry's terms; null where there is nothing. */
export function routeName(operation: string): string | null {
  if (operation === 'unknown') return null
  return routes.get(operation) ?? `/api/${operation}`
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY'])

/** A method as metrics have it: one of few, however many a caller makes up. */
export const methodName = (method: string): string => (methods.has(method) ? method : '_OTHER')
