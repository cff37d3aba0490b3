import { withStore } from '../../access/environment'
import { adapterSuite } from './adapter-suite'

withStore({})
adapterSuite('the embedded Redis')
