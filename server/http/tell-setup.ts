import { setupHints } from '@/server/accounts/setup-hints'
import { tellCeiling } from '@/server/upstream/tell-ceiling'

/** Prints on standard output the most that Google can cost, and what may still be set up. */
export function tellSetup(): void {
  tellCeiling()
  for (const hint of setupHints()) process.stdout.write(`${hint}\n`)
}
