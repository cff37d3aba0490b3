import * as z from 'zod'
import { recordEvent } from '@/server/features/audit/log'
import { mailMode } from '@/server/features/mail/mode'
import { changeRole, leave, removeMember } from '@/server/features/members/change'
import { cancel, invite, inviteAgain } from '@/server/features/members/invite'
import { join } from '@/server/features/members/join'
import { listMembers } from '@/server/features/members/member-list'
import { isId } from '@/server/features/sign-in/adapter/redis-keys'
import { networkOf } from '@/server/metering/access/client'
import { limits } from '@/server/metering/access/limits'
import { roles } from '@/server/metering/access/members'
import { checkNotSuspended } from '@/server/metering/access/profile'
import { maxMembers } from '@/server/platform/settings/plan-table'
import { router } from './init'
import { actorOf, ownerProcedure, personProcedure, record, viewProcedure } from './signed-in'

const role = z.enum(roles, 'Send owner, member, or viewer.')
const personId = z.string().refine(isId, 'A person’s id has 16 letters and digits.')
const invitationId = z.strictObject({ id: z.string().max(43) })

/** A procedure that emails strangers, so not for suspended accounts. */
const inviteProcedure = ownerProcedure
  .meta({
    who: ['owner'],
    costs: {
      limit: limits.dashboard,
      also: [limits.invitationsOfAccount, limits.invitationsOfNetwork, limits.invitationsToRecipient],
    },
    stores: { members: maxMembers },
  })
  .use(async ({ ctx, next }) => {
    await checkNotSuspended(ctx.member.accountId)
    return next()
  })

/** The account's members and invitations, and the invitations that a person accepts. */
export const membersRouter = router({
  /** Returns the members, the open invitations, and whether invitations are emailed. */
  list: viewProcedure.meta({ returns: { members: maxMembers } }).query(async ({ ctx }) => {
    const { members, invitations, limit } = await listMembers(ctx.member.accountId)
    return { members, invitations, limit, isMailed: mailMode() === 'smtp' }
  }),

  /** Invites a person. Returns the link if it is not emailed. */
  invite: inviteProcedure
    .input(z.strictObject({ email: z.email('Enter an email like ada@example.com.').max(254), role }))
    .mutation(async ({ ctx, input }) => {
      const link = await invite(ctx.member, networkOf(ctx.call.client()), input)
      record(ctx, { kind: 'member-invited', member: input.email, role: input.role })
      return { link }
    }),

  /** Sends an invitation again, with a new link. */
  resend: inviteProcedure.input(invitationId).mutation(async ({ ctx, input }) => {
    const { email, role, link } = await inviteAgain(ctx.member, networkOf(ctx.call.client()), input.id)
    record(ctx, { kind: 'member-invited', member: email, role })
    return { link }
  }),

  /** Cancels an invitation, whose link then no longer works. */
  cancel: ownerProcedure
    .meta({ stores: null })
    .input(invitationId)
    .mutation(async ({ ctx, input }) => {
      const email = await cancel(ctx.member, input.id)
      record(ctx, { kind: 'invitation-canceled', member: email })
    }),

  /** Changes a member's role. */
  changeRole: ownerProcedure
    .meta({ costs: { limit: limits.dashboard, also: [limits.roleChanges] }, stores: null })
    .input(z.strictObject({ personId, role }))
    .mutation(async ({ ctx, input }) => {
      const { email, before } = await changeRole(ctx.member, input.personId, input.role)
      if (before === input.role) return
      record(ctx, { kind: 'member-role-changed', member: email, from: before, to: input.role })
    }),

  /** Removes a member. */
  remove: ownerProcedure
    .meta({ stores: null })
    .input(z.strictObject({ personId }))
    .mutation(async ({ ctx, input }) => {
      const { email } = await removeMember(ctx.member, input.personId)
      record(ctx, { kind: 'member-removed', member: email })
    }),

  /** Removes the caller from the account. */
  leave: viewProcedure.meta({ stores: null }).mutation(async ({ ctx }) => {
    await leave(ctx.member)
    record(ctx, { kind: 'member-left', member: ctx.member.email })
  }),

  /** Accepts an invitation. Returns the account that the person is now in. */
  accept: personProcedure
    .meta({ stores: { members: maxMembers } })
    .input(z.strictObject({ token: z.string().max(38) }))
    .mutation(async ({ ctx, input }) => {
      const { accountId, role, isNew } = await join(input.token, ctx.person)
      const { email } = ctx.person
      if (isNew)
        recordEvent(
          accountId,
          { kind: 'member-joined', member: email, role },
          { ...actorOf(ctx), person: { ...ctx.person, role } },
        )
      return { accountId }
    }),
})
