import { expect } from 'vitest'
import { examplePlaceId } from '@/server/entrances/rest/examples/links'
import { type Received, startCallbackReceiver } from '../support/callback-receiver'
import { Person } from '../support/person'
import { startApp } from '../support/start-app'
import { docsOrigin } from './docs-shown'

/**
 * Starts the production build with an account that sends its callbacks to a receiver in the tests.
 * @param dataDir the folder of its data.
 * @returns the account with the secret of its callbacks and a key, a function that runs a batch of one line and returns its
 *   callback, and a function that stops everything.
 */
export async function startCallbackServer(dataDir: string, email: string) {
  const receiver = await startCallbackReceiver()
  const app = await startApp('worker', { DATA_DIR: dataDir, APP_URL: docsOrigin, CALLBACK_GATEWAY_URL: receiver.url })
  const person = new Person(app.url, email)
  person.origin = docsOrigin
  await person.signUp()
  const { key } = await person.procedure('keys.create', { name: 'Batches' })
  const { secret } = await person.procedure('callbacks.create', { url: 'https://hooks.example.com/pinref' })
  return {
    app,
    receiver,
    person,
    key: String(key),
    secret: String(secret),
    async finishBatch(): Promise<Received> {
      const lines = { method: 'POST', headers: { 'x-api-key': key }, body: JSON.stringify([examplePlaceId]) }
      expect((await fetch(`${app.url}/api/batches?details=none&name=Berlin`, lines)).status).toBe(201)
      return receiver.next('batch.finished')
    },
    async stop() {
      await app.stop()
      await receiver.stop()
    },
  }
}
