import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Outputs, useTRPC } from '@/components/trpc/client'

type Makers = Outputs['account']['makers']

/** Who made something; undefined if there is nothing to say. */
export type Maker = Makers[string] | undefined

/**
 * Returns who made what a page shows, as far as other members need to know.
 * @param ids the ids of keys, batches, watchlists, or callback endpoints.
 */
export function useMakers(ids: readonly string[]): Makers {
  const input = { ids: ids.toSorted() }
  const options = useTRPC().account.makers.queryOptions(input, { placeholderData: keepPreviousData })
  return useQuery({ ...options, enabled: ids.length > 0 }).data ?? {}
}

interface MadeByProps {
  maker: Maker
  className?: string
}

/** Says who made something. */
export const MadeBy = ({ maker, className = '' }: MadeByProps) =>
  maker && (
    <span className={`text-sm text-soft [overflow-wrap:anywhere] ${className}`}>
      Made by <bdi>{makerWords(maker)}</bdi>
    </span>
  )

function makerWords(maker: NonNullable<Maker>): string {
  if ('person' in maker) return maker.person ?? 'a previous member'
  return maker.key === null ? 'a deleted key' : `the key “${maker.key}”`
}
