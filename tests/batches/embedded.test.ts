import { afterAll } from 'vitest'
import { withStore } from '../access/environment'
import { batchSuite } from './suite'
import { watchSuite } from './watchlist-suite'
import { startChangingGoogle } from './watchlists'

const google = await startChangingGoogle()
withStore(google.env)
afterAll(() => google.stop())
batchSuite('the embedded Redis')
watchSuite('the embedded Redis', google)
