import { appRouter } from '@/server/entrances/trpc/router'
import { serveRouter } from './served-router'

/** All operations. */
export const { operationAt, allRoutes } = serveRouter(appRouter)

/** Returns the first segment of a path: `batches`. */
export const kindOf = (path: string): string => path.split('/')[1] ?? ''

/** Returns the variable for the id in a path: `batch_id` for `/batches/{id}`. */
export const idVariable = (path: string): string =>
  `${kindOf(path)
    .replace(/ies$/, 'y')
    .replace(/(?<=ch)es$|s$/, '')}_id`
