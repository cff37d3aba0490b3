import { afterAll, describe, expect, test } from 'vitest'
import { readMarkers, storeMarkers } from '@/server/platform/runtime/accepted-markers'
import { store } from '@/server/platform/store/store'
import { markerKey } from '@/server/platform/store/store-marker'
import { probeStore, storePolicy } from '@/server/platform/store/store-state'

/** Tests a process's checks of its store, on any transport. */
export function storeSuite(transport: string): void {
  describe(`store checks, over ${transport}`, () => {
    const send = async (...command: unknown[]) => (await store()).direct.send(command)
    const found = async () => (await store()).redis.get('nothing').catch(({ code }) => code)
    afterAll(async () => (await store()).guard.check())

    test('write to the store, leave behind only keys that expire, and read the store’s settings', async () => {
      // A cluster's nodes are known after its first response.
      await send('PING')
      expect(await probeStore()).toEqual({ fault: null, reason: null, failedNodes: [] })
      const { direct, locksKeys } = await store()
      const lasts = await Promise.all(direct.tags().map((tag) => direct.send(['PTTL', `pinref:{${tag}}:probe`])))
      for (const reply of lasts) expect(Number('result' in reply && reply.result)).toBeGreaterThan(0)
      // Upstash has no command for this.
      const policy = locksKeys ? { eviction: null, appendOnly: null } : { eviction: 'noeviction', appendOnly: true }
      expect(await storePolicy()).toEqual({ ...policy, isAcceptanceLasting: true })
    })

    test('reject the store if any of its nodes was emptied or replaced, and accept the store once that node is back', async () => {
      const { guard, direct } = await store()
      const { tags } = direct
      // The other tests have created secrets, so that an unmarked store is no longer a first start.
      await guard.acceptAny()
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

    test('mark a node that joins later', async () => {
      const { guard, direct } = await store()
      const keys = direct.tags().map(markerKey)
      const [last = ''] = keys.slice(-1)
      const { [last]: marker, ...others } = readMarkers() ?? {}
      await send('DEL', last)
      storeMarkers(others)
      await guard.begin()
      const made = await send('GET', last)
      expect(made).toEqual({ result: expect.stringMatching(/^20/) })
      expect(made).not.toEqual({ result: marker })
      guard.accept()
      expect(readMarkers()).toEqual({ ...others, [last]: 'result' in made && made.result })
    })
  })
}
