import { readFile } from 'node:fs/promises'

/** The helper that compilers insert for `{ ...a, ...b }` for engines without object spread. */
const helper = /^function _objectSpread2\(\w+\) \{\n[\s\S]*?\n\}$/m

const native = `function _objectSpread2(a, b, c, ...more) {
  const merged = { ...a, ...b, ...c }
  return more.length === 0 ? merged : _objectSpread2(merged, ...more)
}`

/**
 * An esbuild plugin. tRPC is compiled for engines without object spread: it copies each step's options property by
 * property, which takes 20 of a call's 130 µs. This plugin restores the engine's native spread, which has the same
 * effect.
 */
export const nativeSpread = {
  name: 'native spread',
  setup({ onLoad, onEnd }) {
    let isRestored = false
    onLoad({ filter: /@trpc[\\/]server[\\/]dist[\\/].*\.mjs$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      if (!helper.test(source)) return undefined
      isRestored = true
      return { contents: source.replace(helper, native), loader: 'js' }
    })
    onEnd(() => {
      if (!isRestored) throw new Error('tRPC no longer includes _objectSpread2: delete scripts/native-spread.mjs.')
    })
  },
}
