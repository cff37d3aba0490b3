import { z } from 'zod'
import { readServerLog } from '@/server/audit/log'
import { PinrefError } from '@/server/errors'
import { checkGoogle } from '@/server/sources/google/check-google'
import { readReport } from '@/server/sources/google/check-report'
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

  /** Returns everybody's calls in a month, what Google cost and what was paid for plans; the current month by default. */
  month: operatorProcedure.input(monthInput).query(({ input }) => readMonth(input.month)),

  /** Reads the server's audit log, which has the events of all accounts, newest first. */
  activity: operatorProcedure.input(pageInput).query(({ input }) => readServerLog(input)),

  /** Returns the result of the last check of the Google key; null if there was none, or there is no key. */
  googleCheck: operatorProcedure.query(async () => {
    const google = googleSettings()
    return google && readReport(google.apiKey)
  }),

  /** Checks what the Google key may do; with `mayCost` also with calls that Google may bill. */
  checkGoogle: operatorProcedure.input(z.strictObject({ mayCost: z.boolean() })).mutation(({ input }) => {
    const google = googleSettings()
    if (google) return checkGoogle(google, input.mayCost)
    throw new PinrefError('invalid_request', 'There is no Google key to check. GOOGLE_MAPS_API_KEY sets one.')
  }),
})
