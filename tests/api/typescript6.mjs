import * as nodeModule from 'node:module'

/*
 * Generators of clients print code with the compiler's API, which TypeScript 7 does not have. This gives them TypeScript 6.
 */

const resolve = (specifier, context, next) => next(specifier === 'typescript' ? 'typescript6' : specifier, context)

if (nodeModule.registerHooks) nodeModule.registerHooks({ resolve })
// Node before 22.15 has no `registerHooks`.
else nodeModule.register(`data:text/javascript,export const resolve = ${encodeURIComponent(resolve)}`)
