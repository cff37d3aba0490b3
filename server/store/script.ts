import { createHash } from 'node:crypto'

/** A Lua script, which runs in the store as one step; see `runScript`. */
export interface Script {
  source: string
  /** SHA-1 of the source, hexadecimal: what Redis knows it by. */
  sha: string
}

export const script = (source: string): Script => ({ source, sha: createHash('sha1').update(source).digest('hex') })
