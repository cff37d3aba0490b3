import { withStore } from '../access/environment'
import { batchSuite } from './suite'

withStore({})
batchSuite('the embedded Redis')
