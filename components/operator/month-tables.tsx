import { FigureTable } from '@/components/ui/figure-table'
import { callFigures, callRows, googleFigures, googleRows, type Month, operationLabels } from './month-figures'

/** Everybody's calls by operation and outcome, and the calls to Google by SKU. */
export function MonthTables({ month }: { month: Month }) {
  const skus = googleRows(month)
  return (
    <>
      <div>
        <h3 className="font-medium">Calls of all accounts and visitors</h3>
        <FigureTable
          caption="Calls of all accounts and visitors by operation and outcome"
          head="Outcome"
          columns={operationLabels}
          rows={callRows(month)}
          sum={{ name: 'All', figures: callFigures(month.calls) }}
        />
        <p className="mt-3 text-sm text-soft">
          Up to ten seconds behind. Refunded: failed after being accepted. Refused: over a quota, or too many at once.
          Calls with an invalid request or key are not counted.
        </p>
      </div>
      <div>
        <h3 className="font-medium">Calls to Google by SKU</h3>
        {skus.length > 0 ? (
          <FigureTable
            caption="Calls to Google by SKU, and their cost"
            head="SKU"
            columns={['Calls', 'Free', 'Cost']}
            rows={skus}
            sum={{ name: 'All', figures: googleFigures(month.google) }}
          />
        ) : (
          <p className="mt-2 text-sm text-soft">None.</p>
        )}
      </div>
    </>
  )
}
