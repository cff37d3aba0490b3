import { type Argument, type List, mapListFor, type Reply, type Value } from './script-values'

/** Something that a script's source contains literally. */
type Constant = string | number | readonly string[]

export type Arguments = Record<string, Value<unknown> | List<unknown>>

/** What determines a script's Lua source. */
export interface SourceParts {
  /** The names of its Redis keys, all in one hash slot. The last one may be a list: `...months`. */
  keys: readonly string[]
  args?: Arguments
  /** Numbers, words, and lists of words that are the same in each call. A function if they depend on the settings. */
  constants?: Readonly<Record<string, Constant>> | (() => Readonly<Record<string, Constant>>)
  /** Lua functions that several scripts share. Functions if they depend on the settings. */
  includes?: ReadonlyArray<string | (() => string)>
  lua: string
  returns: Pick<Reply<unknown>, 'define'>
  /**
   * Whether the script does nothing if it runs so late that the caller may already have received an error. For scripts
   * that count something.
   */
  isTimely?: boolean
}

interface Layout {
  /** The Lua lines that read the arguments. */
  header: string
  /** Returns the arguments in order. @param deadlineMs for timely scripts, on the store's clock. */
  write(values: object, deadlineMs: number | null): Argument[]
}

/**
 * Assigns positions in ARGV: a timely script's deadline, the values, the number of arguments of each list but the last,
 * and the lists.
 */
export function layoutOf(args: Arguments, isTimely: boolean): Layout {
  const singles: Array<[string, Value<unknown>]> = []
  const lists: Array<[string, List<unknown>]> = []
  for (const [name, value] of Object.entries(args)) {
    if ('readElement' in value) lists.push([name, value])
    else singles.push([name, value])
  }
  let position = isTimely ? 2 : 1
  const reads = singles.map(([, value]) => {
    const first = position
    position += value.width
    return value.read((index) => `ARGV[${first + index}]`)
  })
  const lengths = lists.slice(1).map((_, index) => `ARGV[${position + index}]`)
  let start = `${position + lengths.length}`
  const loops = lists.map(([name, value], index) => {
    const length = lengths[index]
    const end = length === undefined ? '#ARGV' : `${start} + ${length} - 1`
    const step = value.elementWidth === 1 ? '' : `, ${value.elementWidth}`
    const element = value.readElement((index) => (index === 0 ? 'ARGV[at]' : `ARGV[at + ${index}]`))
    const loop = `local ${name} = {}\nfor at = ${start}, ${end}${step} do ${name}[#${name} + 1] = ${element} end\n`
    if (length !== undefined) start = `${start} + ${length}`
    return loop
  })
  const names = singles.map(([name]) => name)
  return {
    header: (names.length > 0 ? `local ${names.join(', ')} = ${reads.join(', ')}\n` : '') + loops.join(''),
    write(values, deadlineMs) {
      const named = values as Readonly<Record<string, unknown>>
      const written: Argument[] = deadlineMs === null ? [] : [deadlineMs]
      for (const [name, value] of singles) value.put(named[name], written)
      if (lists.length === 0) return written
      const parts = lists.map(([name, value]) => {
        const part: Argument[] = []
        value.put(named[name], part)
        return part
      })
      for (const part of parts.slice(0, -1)) written.push(part.length)
      return written.concat(...parts)
    },
  }
}

/** Returns the Lua source: generated lines that read keys, constants, and arguments; then the includes and the script. */
export function sourceOf(parts: SourceParts): string {
  const { keys, args = {}, returns, isTimely = false } = parts
  const { define = '' } = returns
  const source = [
    readKeys(keys),
    ...Object.entries(constantsOf(parts)).map(([name, value]) => `local ${name} = ${luaOf(value)}\n`),
    layoutOf(args, isTimely).header,
    mapListFor(define),
    define,
    bodyOf(parts),
  ].join('')
  return isTimely ? timely(source) : source
}

export const constantsOf = ({ constants = {} }: Pick<SourceParts, 'constants'>): Readonly<Record<string, Constant>> =>
  typeof constants === 'function' ? constants() : constants

/** Returns the Lua without the generated lines. */
export const bodyOf = ({ includes = [], lua }: Pick<SourceParts, 'includes' | 'lua'>): string =>
  [...includes, lua].map((part) => (typeof part === 'function' ? part() : part)).join('')

function readKeys(keys: readonly string[]): string {
  const rest = keys.at(-1)?.startsWith('...') ? keys.length : undefined
  const singles = keys.slice(0, rest && rest - 1)
  const read = singles.map((_, index) => `KEYS[${index + 1}]`)
  const header = singles.length > 0 ? `local ${singles.join(', ')} = ${read.join(', ')}\n` : ''
  return rest === undefined ? header : `${header}local ${keys.at(-1)?.slice(3)} = { unpack(KEYS, ${rest}) }\n`
}

function luaOf(constant: Constant): string {
  if (typeof constant === 'number') return `${constant}`
  if (typeof constant !== 'string') return `{ ${constant.map(luaOf).join(', ')} }`
  if (/['\\\n]/.test(constant)) throw new Error('a constant must not contain quotes, backslashes, or line breaks')
  return `'${constant}'`
}

/** Returns { the store's time }; if the script ran, the second item is what it returned. */
const timely = (body: string): string => `
local time = redis.call('TIME')
local storeMs = time[1] * 1000 + math.floor(time[2] / 1000)
if storeMs > tonumber(ARGV[1]) then return { storeMs } end
local function run()
${body}
end
return { storeMs, run() }
`
