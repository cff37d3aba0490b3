import { PinrefError } from '@/server/errors'
import type { OperationMethod } from './procedures'

/** Returns the error for an address under `/api` that does not exist. */
export const nothingHere = () =>
  new PinrefError('route_not_found', 'There is nothing here. The reference lists every route: /api/openapi.json')

/**
 * Returns the error for an operation that is called with a wrong method.
 * @param path of the operation, below `/api`.
 */
export function wrongMethod(methods: readonly OperationMethod[], path: string): PinrefError {
  const [first = 'GET'] = methods
  const detail =
    methods.length > 1
      ? `Call /api${path} with ${methods.join(' or ')}.`
      : first === 'GET'
        ? `Read /api${path} with GET.`
        : `Send a POST with a JSON body to /api${path}.`
  return new PinrefError('method_not_allowed', detail, { allow: [...methods, 'OPTIONS'].join(', ') })
}
