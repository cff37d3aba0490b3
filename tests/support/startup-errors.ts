import { expect } from 'vitest'
import { nodeWarning } from '@/server/platform/runtime/node-version'

/** What a server writes to standard error if nothing is wrong: one line if its Node version is too old. */
export const startupErrors: unknown = nodeWarning(process.versions.node)
  ? expect.stringMatching(/^\{"level":"warn","at":"[^"]+","message":"Node [^"\n]+"\}\n$/)
  : ''
