import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallError, type Inputs, type Outputs, useTRPC, useTRPCClient } from '@/components/trpc/client'

type AccountsPage = Outputs['operator']['accounts']
export type Account = AccountsPage['accounts'][number]
export type AccountOrder = NonNullable<Inputs['operator']['accounts']['order']>

const listKey = 'operator accounts'

/** Returns accounts, a page at a time, and an operator's actions on them. The list is refetched after each change. */
export function useAccounts(find: string, order: AccountOrder) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queries = useQueryClient()
  const reread = { onSettled: () => queries.invalidateQueries({ queryKey: [listKey] }) }
  return {
    list: useInfiniteQuery<AccountsPage, CallError, AccountsPage[], string[], string | null>({
      queryKey: [listKey, find, order],
      queryFn: ({ pageParam }) => client.operator.accounts.mutate({ find, order, cursor: pageParam }),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
      select: ({ pages }) => pages,
    }),
    changePlan: useMutation(trpc.operator.changePlan.mutationOptions(reread)),
    suspend: useMutation(trpc.operator.suspend.mutationOptions(reread)),
    resume: useMutation(trpc.operator.resume.mutationOptions(reread)),
  }
}
