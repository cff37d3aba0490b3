import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/** What Redis and Lua 5.1 define for scripts. */
const globals = new Set([
  ...[
    'ARGV',
    'KEYS',
    'cjson',
    'error',
    'ipairs',
    'math',
    'next',
    'pairs',
    'pcall',
    'redis',
    'select',
    'string',
    'table',
  ],
  ...['tonumber', 'tostring', 'type', 'unpack'],
])

/**
 * Returns the faults of a script as it is sent: invalid Lua, names that nothing defines, and declared names that the
 * script doesn't use.
 * @param {{ name: string, names(): string[], body(): string, source(): string }} script see `definedScripts`.
 * @returns {string[]}
 */
export function faultsOfScript({ name, names, body, source }) {
  const lines = source().split('\n')
  const at = (line, fault) => `the script ${name}: ${fault}: ${lines[line - 1]?.trim()}`
  let tree
  try {
    // One of the tools that only checks use.
    const { parse } = createRequire(resolve('tests/tools/package.json'))('luaparse')
    tree = parse(source(), { luaVersion: '5.1', scope: true, locations: true, comments: false })
  } catch (error) {
    return [at(error.line, error.message)]
  }
  const undefinedNames = tree.globals.filter((one) => !globals.has(one.name))
  const unused = names().filter((one) => !new RegExp(`\\b${one}\\b`).test(body()))
  return [
    ...undefinedNames.map((one) => at(one.loc.start.line, `nothing defines ${one.name}`)),
    ...unused.map((one) => `the script ${name}: ${one} is declared but not used`),
  ]
}

/** Returns the positions in KEYS and ARGV that a script's own Lua reads instead of declared names. */
export const positionsIn = (lua) => [...lua.matchAll(/\bARGV\b|\bKEYS\[/g)].map(([found]) => found)
