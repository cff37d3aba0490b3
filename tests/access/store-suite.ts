import { afterAll, describe, expect, test } from 'vitest'
import { store } from '@/server/store/store'
import { markerKey } from '@/server/store/store-marker'
import { probeStore, storePolicy } from '@/server/store/store-state'

/** Tests a process's checks of its store, on any transport. */
export function storeSuite(transport: string): void {
  describe(`store checks, over ${transport}`, () => {
    const send = async (...command: unknown[]) => (await store()).direct.send(command)
    const found = async () => (await store()).redis.get('nothing').catch(({ code }) => code)
    afterAll(async () => (await store()).guard.check())

    test('write to the store, leave behind only keys that expire, and read the store’s settings', async () => {
      // A cluster's nodes are known after its first response.
      await send('PING')
      expect(await probeStore()).toEqual({ fault: null, reason: null, isPartial: false })
      const { direct, locksKeys } = await store()
      const lasts = await Promise.all(direct.tags().map((tag) => direct.send(['PTTL', `pinref:{${tag}}:probe`])))
      for (const reply of lasts) expect(Number('result' in reply && reply.result)).toBeGreaterThan(0)
      // Upstash has no command for this.
      const policy = locksKeys ? { eviction: null, appendOnly: null } : { eviction: 'noeviction', appendOnly: true }
      expect(await storePolicy()).toEqual(policy)
    })

    test('reject the store if any of its nodes was emptied or replaced, and accept the store once that node is back', async () => {
      const {
        guard,
        direct: { tags },
      } = await store()
      await guard.begin()
      for (const key of tags().map(markerKey)) {
        const marker = await send('GET', key)
        for (const change of [
          ['DEL', key],
          ['SET', key, 'another store'],
        ]) {
          await send(...change)
          await guard.check()
          expect(await found()).toBe('store_unavailable')
          await expect.poll(async () => (await probeStore()).fault).toBe('replaced')
          await send('SET', key, 'result' in marker && marker.result)
          await guard.check()
          expect(await found()).toBeNull()
        }
      }
      await expect.poll(async () => (await probeStore()).fault).toBeNull()
    })
  })
}
