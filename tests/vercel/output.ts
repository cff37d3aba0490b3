import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * A `config.json` rule, with the fields that this project's rules use.
 * @see https://vercel.com/docs/build-output-api/configuration#routes
 */
export interface Route {
  src: string
  dest?: string
  status?: number
  headers?: Record<string, string>
  continue?: boolean
  has?: Condition[]
  missing?: Condition[]
  methods?: string[]
  middlewarePath?: string
}

interface Condition {
  type: string
  key: string
  value?: string
}

/** A built file, or the folder of a function. */
export type Target = { file: string; contentType: string | undefined } | { function: string; name: string }

/** The output of `vercel build`. */
export interface Output {
  /** Returns a phase's rules. Rules before the first `handle` are in the phase `first`. */
  phase(name: string): readonly Route[]
  /** Returns the file or function at this path, or undefined if there is none. */
  find(path: string): Target | undefined
  /** Returns a function's folder by its name. */
  functionNamed(name: string): string
}

/** Reads a build's output. @param folder the build's `.vercel/output`. */
export function readOutput(folder: string): Output {
  const config: {
    routes: (Route | { handle: string })[]
    overrides?: Record<string, { path?: string; contentType?: string }>
  } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
  const phases = new Map<string, Route[]>()
  let phase = 'first'
  for (const route of config.routes) {
    if ('handle' in route) phase = route.handle
    else phases.set(phase, [...(phases.get(phase) ?? []), route])
  }

  const functions = new Map<string, string>()
  for (const name of readdirSync(join(folder, 'functions'), { recursive: true, encoding: 'utf8' })) {
    // Some functions are links to others.
    const isFunction = name.endsWith('.func') && !name.includes('.func/')
    if (isFunction) functions.set(name.slice(0, -'.func'.length), realpathSync(join(folder, 'functions', name)))
  }
  const files = new Map<string, { file: string; contentType: string | undefined }>()
  const statics = join(folder, 'static')
  for (const entry of readdirSync(statics, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const name = relative(statics, file)
    const { path = name, contentType = typeOf(name) } = config.overrides?.[name] ?? {}
    files.set(path, { file, contentType })
  }

  return {
    phase: (name) => phases.get(name) ?? [],
    find(path) {
      const name = path.replace(/^\/|\/$/g, '') || 'index'
      const found = functions.get(name)
      return files.get(name) ?? (found === undefined ? undefined : { function: found, name })
    },
    functionNamed(name) {
      const found = functions.get(name.replace(/^\//, ''))
      if (found === undefined) throw new Error(`the build has no function ${name}`)
      return found
    },
  }
}

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  ico: 'image/x-icon',
  js: 'application/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
}

const typeOf = (name: string): string | undefined => types[name.slice(name.lastIndexOf('.') + 1)]
