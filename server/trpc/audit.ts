import { z } from 'zod'
import type { Actor, AuditEvent } from '@/server/audit/events'
import { firstPage, recordEvent } from '@/server/audit/log'
import type { Context } from './context'

type OwnersCall = Pick<Context, 'call'> & { owner: { accountId: string } }

/** Who is calling, for the audit log. */
export const actorOf = ({ call }: OwnersCall): Actor => ({
  address: call.client().address,
  userAgent: call.header('user-agent') ?? '',
})

/** Writes to the audit log what the owner of an account has done with this call. */
export const record = (ctx: OwnersCall, event: AuditEvent): void =>
  recordEvent(ctx.owner.accountId, event, actorOf(ctx))

/** A page of the audit log. The cursor is `next` of the page before: the id of an entry of a Redis stream. */
export const pageInput = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/, 'Send the “next” value of the previous page.')
    .optional(),
  count: z.int().min(1).max(1_000).default(firstPage.count),
})
