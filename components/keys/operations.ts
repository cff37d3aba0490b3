import type { ApiKey } from './key-facts'

export type Operation = NonNullable<ApiKey['operations']>[number]

/** The label and the path of each operation that a key may be allowed to call. */
const words: Record<Operation, readonly [words: string, path: string]> = {
  resolve: ['Resolve', 'POST /api/resolve'],
  search: ['Search', 'POST /api/search'],
  convert: ['Convert', 'POST /api/convert'],
  usage: ['Usage', 'GET /api/usage'],
}

export const operationChoices = (Object.keys(words) as Operation[]).map((operation) => {
  const [label, path] = words[operation]
  return { operation, label, path }
})

export const allOperations: readonly Operation[] = operationChoices.map(({ operation }) => operation)

/** Names the operations of a key: "All", "Resolve, Search". */
export const operationWords = (operations: ApiKey['operations']): string =>
  operations === null
    ? 'All'
    : operationChoices
        .filter(({ operation }) => operations.includes(operation))
        .map(({ label }) => label)
        .join(', ')
