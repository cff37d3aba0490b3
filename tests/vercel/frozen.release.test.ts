import { describe, inject } from 'vitest'
import { frozenSuite } from './frozen-suite'
import { startVercel } from './launcher'

describe('functions that are frozen between calls', () => {
  frozenSuite((env) => startVercel(inject('built'), env))
})
