import { withStore } from '../../access/environment'
import { adapterSuite } from './adapter-suite'
import { secondFactorSuite } from './second-factor-suite'

withStore({})
adapterSuite('the embedded Redis')
secondFactorSuite('the embedded Redis')
