import { vi } from 'vitest'

/**
 * Runs before each test file. Files share a process, because loading the libraries takes longer than most tests. This
 * resets Pinref's own state: the environment, the modules, and per-process objects (`server/platform/runtime/per-process.ts`).
 */
const ofProcess = globalThis as unknown as Record<symbol, NodeJS.ProcessEnv | undefined>

const before = Symbol.for('environment before all tests')
ofProcess[before] ??= { ...process.env }
for (const name of Object.keys(process.env)) if (!(name in ofProcess[before])) delete process.env[name]
Object.assign(process.env, ofProcess[before])

for (const key of Object.getOwnPropertySymbols(globalThis)) {
  if (key.description?.startsWith('pinref.')) delete ofProcess[key]
}
vi.useRealTimers()
vi.unstubAllGlobals()
vi.resetModules()
