import { setupHints } from '@/server/accounts/setup-hints'
import { tellCeiling } from '@/server/upstream/tell-ceiling'

/** Says on standard output what Google can cost at most, and what may still be set up. */
export function tellSetup(): void {
  tellCeiling()
  for (const hint of setupHints()) process.stdout.write(`${hint}\n`)
}
