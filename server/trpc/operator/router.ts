import { z } from 'zod'
import { PinrefError } from '@/server/errors'
import { readServerLog } from '@/server/observability/audit-log'
import { checkGoogle } from '@/server/sources/proof/check-google'
import { readProof } from '@/server/sources/proof/kept-proof'
import { googleSettings } from '@/server/sources/source'
import { pageInput } from '../audit'
import { router } from '../init'
import { monthInput } from '../month-input'
import { accountProcedures } from './accounts'
import { readMonth } from './month'
import { readOverview } from './overview'
import { operatorProcedure } from './procedure'

/** For the operator of this server. */
export const operatorRouter = router({
  ...accountProcedures,

  overview: operatorProcedure.query(() => readOverview()),

  /** What everybody called in a month, what Google cost and what was paid for plans; the current month where none is given. */
  month: operatorProcedure.input(monthInput).query(({ input }) => readMonth(input.month)),

  /** What happened to all accounts, newest first. */
  activity: operatorProcedure.input(pageInput).query(({ input }) => readServerLog(input)),

  /** What the last check of the Google key has shown; null where there was none, or there is no key. */
  googleProof: operatorProcedure.query(async () => {
    const google = googleSettings()
    return google && readProof(google.apiKey)
  }),

  /** Tries what the Google key may do; with `mayCost` what Google may bill, too. */
  checkGoogle: operatorProcedure.input(z.strictObject({ mayCost: z.boolean() })).mutation(({ input }) => {
    const google = googleSettings()
    if (google) return checkGoogle(google, input.mayCost)
    throw new PinrefError('invalid_request', 'There is no Google key to check. GOOGLE_MAPS_API_KEY sets one.')
  }),
})
