import { withStore } from '../../access/environment'
import { adapterSuite } from './adapter-suite'
import { secondFactorSuite } from './second-factor-suite'
import { unusedAppsSuite } from './unused-apps-suite'

withStore({})
adapterSuite('the embedded Redis')
secondFactorSuite('the embedded Redis')
unusedAppsSuite('the embedded Redis')
