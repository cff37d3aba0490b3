import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Outputs, useTRPC } from '@/components/trpc/client'

type MemberList = Outputs['members']['list']
export type Member = MemberList['members'][number]
export type Invitation = MemberList['invitations'][number]

/** Returns the account's members and invitations, and the actions on them. The list is refetched after each action. */
export function useMembers() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const reread = { onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.members.list.queryKey() }) }
  return {
    list: useQuery(trpc.members.list.queryOptions()),
    invite: useMutation(trpc.members.invite.mutationOptions(reread)),
    resend: useMutation(trpc.members.resend.mutationOptions(reread)),
    cancel: useMutation(trpc.members.cancel.mutationOptions(reread)),
    changeRole: useMutation(trpc.members.changeRole.mutationOptions(reread)),
    remove: useMutation(trpc.members.remove.mutationOptions(reread)),
    leave: useMutation(trpc.members.leave.mutationOptions()),
  }
}
