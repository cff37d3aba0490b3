import mapList from './map-list.lua'

/*
 * The values that scripts take as arguments and return. Redis passes arguments as text, and returns text, whole numbers,
 * null, and arrays of these. A value describes how TypeScript and Lua write and read it.
 */

export type Argument = string | number

/** A value that a script returns. */
export interface Reply<Out> {
  /** Reads the reply. @throws Malformed. */
  decode(raw: unknown): Out
  /** Returns the Lua expression that turns the value of an expression into a reply. */
  encode(lua: string): string
  /** The Lua function `reply`, to which a script passes what it returns. Omitted if it returns the value itself. */
  define?: string
}

/** A value that a script also takes as an argument. */
export interface Value<In, Out = In> extends Reply<Out> {
  /** How many arguments the value takes. */
  width: number
  /** Adds the value's arguments. @throws Error for a value that Lua could not read. */
  put(value: In, args: Argument[]): void
  /**
   * Returns the Lua expression that reads the value.
   * @param argument returns the expression for one of its arguments, from 0.
   */
  read(argument: (index: number) => string): string
}

/** Any number of arguments: a table in Lua. */
export interface List<In, Out = In> extends Reply<Out> {
  put(value: In, args: Argument[]): void
  /** How many arguments one element of the table takes. */
  elementWidth: number
  /** Returns the Lua expression that reads an element; see `Value`. */
  readElement(argument: (index: number) => string): string
}

/** The error for a reply that does not have the declared form. */
export class Malformed extends Error {}

export const text: Value<string> = {
  width: 1,
  put(value, args) {
    args.push(value)
  },
  read: (argument) => argument(0),
  encode: (lua) => lua,
  decode(raw) {
    if (typeof raw !== 'string') throw new Malformed('expected text')
    return raw
  },
}

export const integer: Value<number> = {
  width: 1,
  put(value, args) {
    if (!Number.isSafeInteger(value)) throw new Error(`${value} is not a whole number`)
    args.push(value)
  },
  read: (argument) => `tonumber(${argument(0)})`,
  encode: (lua) => lua,
  decode(raw) {
    if (typeof raw !== 'number' || !Number.isSafeInteger(raw)) throw new Malformed('expected a whole number')
    return raw
  },
}

/** True or false. Redis returns Lua's true as 1 and false as null. */
export const flag: Value<boolean> = {
  width: 1,
  put(value, args) {
    args.push(value ? 1 : 0)
  },
  read: (argument) => `${argument(0)} == '1'`,
  encode: (lua) => `${lua} and true or false`,
  decode(raw) {
    if (raw !== 1 && raw !== null) throw new Malformed('expected true or false')
    return raw === 1
  },
}

/** One of these words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Value<Word> {
  return {
    width: 1,
    put: text.put,
    read: text.read,
    encode: text.encode,
    decode(raw) {
      const word = words.find((one) => one === raw)
      if (word === undefined) throw new Malformed(`expected ${words.join(' or ')}`)
      return word
    },
  }
}

/** A value that may be missing: nil in Lua, and an empty argument, so an empty text is missing too. */
export function optional<In, Out>(value: Value<In, Out>): Value<In | null | undefined, Out | null>
export function optional<Out>(value: Reply<Out>): Reply<Out | null>
export function optional<Out>(value: Reply<Out>): Reply<Out | null> {
  const encode = (lua: string) => `${lua} and ${value.encode(lua)} or false`
  const reply: Reply<Out | null> = {
    encode,
    decode: (raw) => (raw === null ? null : value.decode(raw)),
    ...(value.define !== undefined && { define: definitionOf(encode) }),
  }
  if (!isValue(value)) return reply
  const argument: Value<unknown, Out | null> = {
    ...reply,
    width: 1,
    put(one, args) {
      if (one === null || one === undefined) args.push('')
      else value.put(one, args)
    },
    read: (argument) => `${argument(0)} ~= '' and ${value.read(argument)} or nil`,
  }
  return argument
}

const definitionOf = (encode: (lua: string) => string): string =>
  `local function reply(it) return ${encode('it')} end\n`

type Values = Record<string, Value<unknown>>
type Replies = Record<string, Reply<unknown>>

type InOf<V> = V extends { put(value: infer In, args: Argument[]): void } ? In : never
type OutOf<V> = V extends Reply<infer Out> ? Out : never

/** The arguments for named values. Those that may be missing may be omitted. */
export type ArgumentsOf<S> = Flat<
  {
    -readonly [Name in keyof S as undefined extends InOf<S[Name]> ? never : Name]: InOf<S[Name]>
  } & {
    -readonly [Name in keyof S as undefined extends InOf<S[Name]> ? Name : never]?: InOf<S[Name]>
  }
>

/** The replies for named values. */
type RepliesOf<S> = { -readonly [Name in keyof S]: OutOf<S[Name]> }

type Flat<T> = { [Name in keyof T]: T[Name] }

/** Named values: a table in Lua, and an array in this order between Lua and TypeScript. */
export function record<const S extends Values>(shape: S): Value<ArgumentsOf<S>, RepliesOf<S>>
export function record<const S extends Replies>(shape: S): Reply<RepliesOf<S>>
export function record(shape: Replies): Reply<unknown> {
  const encode = (lua: string) => `{ ${encodeMembers(shape, lua)} }`
  const reply: Reply<unknown> = {
    encode,
    decode: (raw) => decodeMembers(shape, raw, 0),
    define: definitionOf(encode),
  }
  const members = Object.entries(shape).flatMap(([name, value]) => (isValue(value) ? [{ name, value }] : []))
  if (members.length < Object.keys(shape).length) return reply
  const argument: Value<Readonly<Record<string, unknown>>, unknown> = {
    ...reply,
    width: members.reduce((sum, { value }) => sum + value.width, 0),
    put(values, args) {
      for (const { name, value } of members) value.put(values[name], args)
    },
    read(argument) {
      let before = 0
      const read = members.map(({ name, value }) => {
        const first = before
        before += value.width
        return `${name} = ${value.read((index) => argument(first + index))}`
      })
      return `{ ${read.join(', ')} }`
    },
  }
  return argument
}

const isValue = (value: Reply<unknown>): value is Value<unknown> => 'read' in value

/** Returns the Lua expressions for the members of a table. */
const encodeMembers = (shape: Replies, lua: string): string =>
  Object.entries(shape)
    .map(([name, member]) => member.encode(`${lua}.${name}`))
    .join(', ')

/** Reads named values from an array, starting at an index. @throws Malformed. */
function decodeMembers<S extends Replies>(shape: S, raw: unknown, first: number): RepliesOf<S> {
  const names = Object.keys(shape)
  if (!Array.isArray(raw) || raw.length !== first + names.length) throw new Malformed(`expected ${names.join(', ')}`)
  const values: Record<string, unknown> = {}
  for (const [index, name] of names.entries()) values[name] = shape[name]?.decode(raw[first + index])
  return values as RepliesOf<S>
}

/** Any number of values: a table in Lua. */
export function list<In, Out>(element: Value<In, Out>): List<readonly In[], Out[]>
export function list<Out>(element: Reply<Out>): Reply<Out[]>
export function list<Out>(element: Reply<Out>): Reply<Out[]> {
  const isPlain = element.encode('one') === 'one'
  const encode = (lua: string) => (isPlain ? lua : `mapList(${lua}, function(one) return ${element.encode('one')} end)`)
  const reply: Reply<Out[]> = {
    encode,
    decode(raw) {
      if (!Array.isArray(raw)) throw new Malformed('expected a list')
      return raw.map((one) => element.decode(one))
    },
    ...(!isPlain && { define: definitionOf(encode) }),
  }
  if (!isValue(element)) return reply
  const argument: List<readonly unknown[], Out[]> = {
    ...reply,
    elementWidth: element.width,
    put(values, args) {
      for (const value of values) element.put(value, args)
    },
    readElement: element.read,
  }
  return argument
}

/** Returns the function that turns each element of a table into a reply, if some Lua calls it. */
export const mapListFor = (lua: string): string => (lua.includes('mapList(') ? mapList : '')

/** The fields of a hash: a Lua table in which names and values alternate, as commands take and return them. */
export const fields: List<Readonly<Record<string, Argument>>, Record<string, string>> = {
  elementWidth: 1,
  put(values, args) {
    for (const [name, value] of Object.entries(values)) args.push(name, value)
  },
  readElement: text.read,
  encode: text.encode,
  decode(raw) {
    const flat = textList.decode(raw)
    if (flat.length % 2 !== 0) throw new Malformed('expected names and values')
    const read: Record<string, string> = {}
    for (let at = 0; at < flat.length; at += 2) read[flat[at] ?? ''] = flat[at + 1] ?? ''
    return read
  },
}

const textList = list(text)

/**
 * One of several outcomes with named values, which a script returns with `reply('done', { id = key.id })`.
 * @param variants the values, by outcome.
 */
export function outcomes<const V extends Record<string, Replies>>(variants: V): Reply<OutcomeOf<V>> {
  const branches = Object.entries(variants)
    .filter(([, shape]) => Object.keys(shape).length > 0)
    .map(
      ([outcome, shape]) => `  if outcome == '${outcome}' then return { outcome, ${encodeMembers(shape, 'it')} } end`,
    )
  return {
    define: ['local function reply(outcome, it)', ...branches, '  return { outcome }', 'end\n'].join('\n'),
    encode: text.encode,
    decode(raw) {
      const outcome: unknown = Array.isArray(raw) ? raw[0] : undefined
      const shape = typeof outcome === 'string' && Object.hasOwn(variants, outcome) ? variants[outcome] : undefined
      if (!shape) throw new Malformed(`expected ${Object.keys(variants).join(' or ')}`)
      return { outcome, ...decodeMembers(shape, raw, 1) } as OutcomeOf<V>
    },
  }
}

type OutcomeOf<V> = { [Name in keyof V]: Flat<{ outcome: Name } & RepliesOf<V[Name]>> }[keyof V]
