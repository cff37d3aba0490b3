import { type Code, codeOf } from './run-script'
import { type Arguments, bodyOf, constantsOf, layoutOf, type SourceParts, sourceOf } from './script-source'
import { type ArgumentsOf, Malformed, type Reply } from './script-values'
import { type Store, store } from './store'
import { StoreUnavailable } from './unavailable'

/*
 * Typed Lua scripts. A script runs as one atomic step in one round trip. Its Lua is in a file next to its caller and
 * uses the names declared here; the lines that read them from KEYS and ARGV are generated.
 */

/** What determines a script. */
export interface ScriptDeclaration<K extends readonly string[], A extends Arguments, R> extends SourceParts {
  /** Identifies the script in errors and in the linter. */
  name: string
  keys: K
  args?: A
  returns: Reply<R>
}

/** The Redis keys of a script, by their names. */
export type KeysOf<K extends readonly string[]> = {
  readonly [Name in K[number] as Name extends `...${infer Rest}` ? Rest : Name]: Name extends `...${string}`
    ? readonly string[]
    : string
}

/** The store, as far as scripts need it. */
type ScriptStore = Pick<Store, 'script' | 'clock'>

type Run<K extends readonly string[], A, R> = (
  keys: KeysOf<K>,
  ...args: keyof A extends never ? [] : [args: ArgumentsOf<A>]
) => Promise<R>

/**
 * A script as a function of its keys and arguments.
 * @throws PinrefError `store_unavailable`, also if a timely script was too late; Error if the script fails or its reply
 *   does not have the declared form.
 */
export interface Script<K extends readonly string[], A, R> extends Run<K, A, R> {
  /** Returns the same script on a store other than this process's. */
  on(other: ScriptStore): Run<K, A, R>
}

/** All scripts that have been defined, for `scripts/lint-lua.mjs`. */
export const definedScripts: DefinedScript[] = []

interface DefinedScript {
  name: string
  /** The names that its Lua may use. */
  names(): string[]
  /** The Lua without the generated lines. */
  body(): string
  /** The Lua as it is sent. */
  source(): string
}

/** Defines a script. Its source is built on the first call, because it may depend on the settings. */
export function defineScript<
  const K extends readonly string[],
  const R,
  // biome-ignore lint/complexity/noBannedTypes: no arguments.
  const A extends Arguments = {},
>(declaration: ScriptDeclaration<K, A, R>): Script<K, A, R> {
  const { name, args = {} as A, returns, isTimely = false } = declaration
  let built: Code | undefined
  const code = () => {
    built ??= codeOf(name, sourceOf(declaration))
    return built
  }
  const keyNames = declaration.keys.map((key) => key.replace('...', ''))
  definedScripts.push({
    name,
    names: () => [...keyNames, ...Object.keys(constantsOf(declaration)), ...Object.keys(args)],
    body: () => bodyOf(declaration),
    source: () => code().source,
  })
  const layout = layoutOf(args, isTimely)
  const decode = (raw: unknown): R => {
    try {
      return returns.decode(raw)
    } catch (error) {
      if (error instanceof Malformed) throw new Error(`the script ${name} returned a malformed reply: ${error.message}`)
      throw error
    }
  }
  const runOn = async (target: ScriptStore, keys: KeysOf<K>, values: object): Promise<R> => {
    const named = keys as Readonly<Record<string, string | readonly string[]>>
    const keyList = keyNames.flatMap((key) => named[key] ?? missing(name, key))
    const { script, clock } = target
    if (!isTimely) return decode(await script(code(), keyList, layout.write(values, null)))
    // A script that ran too late did nothing, so it may be sent again. Either our event loop was busy, or the store's
    // clock was changed.
    for (let tries = 0; tries < maxTries; tries++) {
      const reply = await script(code(), keyList, layout.write(values, clock.deadline()))
      const [storeMs, ...results] = Array.isArray(reply) ? reply : []
      if (typeof storeMs !== 'number') throw new Error(`the script ${name} did not return the store’s time`)
      clock.learn(storeMs)
      if (results.length > 0) return decode(results[0])
    }
    throw new StoreUnavailable(new Error('the store was too slow and did nothing'), false)
  }
  const run = async (keys: KeysOf<K>, values: object = {}) => runOn(await store(), keys, values)
  return Object.assign(run, {
    on:
      (other: ScriptStore) =>
      (keys: KeysOf<K>, values: object = {}) =>
        runOn(other, keys, values),
  })
}

/**
 * The number of tries, which is enough to get a reply if the store is slow but not hung, or if this process is
 * overloaded.
 */
const maxTries = 5

function missing(script: string, key: string): never {
  throw new Error(`the script ${script} needs the key ${key}`)
}
