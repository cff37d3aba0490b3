import { useStore } from './environment'
import { accessSuite } from './suite'

useStore({})
accessSuite('the embedded Redis')
