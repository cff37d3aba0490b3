import { withStore } from './environment'
import { accessSuite } from './suite'

withStore({})
accessSuite('the embedded Redis')
