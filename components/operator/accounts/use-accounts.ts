import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CallError, type Inputs, type Outputs, useTRPC, useTRPCClient } from '@/components/trpc/client'

type AccountsPage = Outputs['operator']['accounts']
export type Account = AccountsPage['accounts'][number]
export type AccountOrder = NonNullable<Inputs['operator']['accounts']['order']>

const listKey = 'operator accounts'

/** Returns accounts, a page at a time. */
export function useAccounts(find: string, order: AccountOrder) {
  const client = useTRPCClient()
  return useInfiniteQuery<AccountsPage, CallError, AccountsPage[], string[], string | null>({
    queryKey: [listKey, find, order],
    queryFn: ({ pageParam }) => client.operator.accounts.mutate({ find, order, cursor: pageParam }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages,
  })
}

/** Returns an operator's changes to accounts. The list and the open account are refetched after each change. */
export function useAccountChanges() {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const keys = [[listKey], trpc.operator.account.pathKey()]
  const reread = {
    onSettled: () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  }
  return {
    changePlan: useMutation(trpc.operator.changePlan.mutationOptions(reread)),
    suspend: useMutation(trpc.operator.suspend.mutationOptions(reread)),
    resume: useMutation(trpc.operator.resume.mutationOptions(reread)),
  }
}
