import { requestRestart } from '../cluster/restart-outcome'
import { env } from '../env'
import { readEnvFiles } from '../runtime/env-files'
import { fail } from './command'

/** `npm run restart -- <process id>`: replaces the processes of a running server and waits until that is done. */
async function main() {
  const pid = Number(process.argv[2])
  if (!Number.isInteger(pid) || pid < 2)
    throw new Error('Name the process: npm run restart -- <process id of the primary>')
  readEnvFiles()
  await requestRestart(env().DATA_DIR, pid)
  process.stdout.write('All processes have been replaced.\n')
}

main().catch(fail)
