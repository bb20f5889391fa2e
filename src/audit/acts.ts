import {
  Ban,
  BellRing,
  Building2,
  CalendarClock,
  CircleUserRound,
  Copy,
  Database,
  FilePen,
  FileX,
  Fingerprint,
  FolderInput,
  FolderX,
  Globe,
  Grip,
  KeyRound,
  Layers,
  LifeBuoy,
  Link2,
  ListChecks,
  ListTodo,
  ListX,
  Lock,
  LogIn,
  LogOut,
  type LucideIcon,
  MailQuestion,
  MonitorOff,
  Plug,
  RotateCcw,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  ShieldOff,
  Smartphone,
  Tags,
  TextCursorInput,
  UserPen,
  UserPlus,
  UserRoundKey,
  UserX,
} from 'lucide-react'
import type { AuditAction } from '../../openapi/schema.ts'

/** What acts are grouped by, in the order of the filter. */
export const actGroups = ['signIn', 'security', 'keys', 'people', 'profile', 'files'] as const
export type ActGroup = (typeof actGroups)[number]

/** `failure`: did not succeed, or was refused. `loss`: took something away. */
export type Tone = 'plain' | 'failure' | 'loss'

type Act = { group: ActGroup; tone: Tone; icon: LucideIcon }

const act = (group: ActGroup, icon: LucideIcon, tone: Tone = 'plain'): Act => ({ group, icon, tone })

/** How each recorded act is shown; its sentence is the message `audit.act.…`. */
export const acts: Record<AuditAction, Act> = {
  SIGN_IN: act('signIn', LogIn),
  SIGN_IN_FAILED: act('signIn', LogIn, 'failure'),
  SIGN_IN_BEGUN: act('signIn', LogIn),
  SIGN_OUT: act('signIn', LogOut),
  SESSION_ENDED: act('signIn', MonitorOff, 'loss'),
  SESSION_LIMIT_REACHED: act('signIn', MonitorOff, 'loss'),
  EMAIL_REFUSED: act('people', UserX, 'failure'),
  TOKEN_REUSED: act('signIn', ShieldAlert, 'failure'),
  PERMISSION_REFUSED: act('signIn', Ban, 'failure'),
  PASSWORD_CHANGED: act('security', Lock),
  PASSWORD_CHANGE_FAILED: act('security', Lock, 'failure'),
  PASSWORD_RESET_REQUESTED: act('security', MailQuestion),
  PASSWORD_RESET: act('security', Lock),
  PIN_SET: act('security', Grip),
  PIN_CHANGED: act('security', Grip),
  PIN_CHANGE_FAILED: act('security', Grip, 'failure'),
  PIN_RESET_REQUESTED: act('security', MailQuestion),
  PIN_RESET: act('security', Grip),
  PIN_RESET_FAILED: act('security', Grip, 'failure'),
  TWO_STEP_ON: act('security', ShieldCheck),
  TWO_STEP_OFF: act('security', ShieldOff, 'loss'),
  TWO_STEP_FAILED: act('security', Smartphone, 'failure'),
  RECOVERY_CODE_USED: act('security', LifeBuoy),
  RECOVERY_CODES_RENEWED: act('security', LifeBuoy),
  CONFIRMATION_METHOD_CHANGED: act('security', Smartphone),
  IDENTITY_CONFIRMED: act('security', Fingerprint),
  IDENTITY_REFUSED: act('security', Fingerprint, 'failure'),
  ACCESS_KEY_CREATED: act('keys', KeyRound),
  ACCESS_KEY_CHANGED: act('keys', KeyRound),
  ACCESS_KEY_ENABLED: act('keys', KeyRound),
  ACCESS_KEY_DISABLED: act('keys', KeyRound, 'loss'),
  ACCESS_KEY_DELETED: act('keys', KeyRound, 'loss'),
  API_CLIENT_CREATED: act('keys', Plug),
  API_CLIENT_DELETED: act('keys', Plug, 'loss'),
  SUB_USER_CREATED: act('people', UserPlus),
  SUB_USER_CHANGED: act('people', UserPen),
  SUB_USER_DELETED: act('people', UserX, 'loss'),
  SUB_USER_EXPIRED: act('people', UserX, 'loss'),
  SIGN_IN_RESET: act('people', UserRoundKey),
  ACCOUNT_CREATED: act('people', Building2),
  ACCOUNT_CHANGED: act('people', Building2),
  ACCOUNT_SUSPENDED: act('people', Building2, 'loss'),
  ACCOUNT_RESUMED: act('people', Building2),
  PROFILE_CHANGED: act('profile', CircleUserRound),
  NOTIFICATION_GROUP_CREATED: act('profile', BellRing),
  NOTIFICATION_GROUP_CHANGED: act('profile', BellRing),
  NOTIFICATION_GROUP_DELETED: act('profile', BellRing, 'loss'),
  BUCKET_CREATED: act('files', Database),
  BUCKET_ACL_CHANGED: act('files', Globe),
  LINK_CREATED: act('files', Link2),
  BUCKET_DELETED: act('files', Database, 'loss'),
  BUCKET_CORS_CHANGED: act('files', Globe),
  BUCKET_TAGS_CHANGED: act('files', Tags),
  BUCKET_VERSIONING_CHANGED: act('files', Layers),
  BUCKET_LOCK_CHANGED: act('files', Lock),
  BUCKET_LIFECYCLE_CHANGED: act('files', CalendarClock),
  BUCKET_POLICY_CHANGED: act('files', ScrollText),
  BUCKET_POLICY_DELETED: act('files', ScrollText, 'loss'),
  OBJECT_ACL_CHANGED: act('files', Globe),
  OBJECT_DETAILS_CHANGED: act('files', FilePen),
  OBJECT_TAGS_CHANGED: act('files', Tags),
  OBJECT_LOCK_CHANGED: act('files', Lock),
  VERSION_RESTORED: act('files', RotateCcw),
  VERSION_DELETED: act('files', FileX, 'loss'),
  DELETION_UNDONE: act('files', RotateCcw),
  OBJECTS_DELETED: act('files', FileX, 'loss'),
  FOLDER_DELETED: act('files', FolderX, 'loss'),
  OBJECT_COPIED: act('files', Copy),
  OBJECT_MOVED: act('files', FolderInput),
  OBJECT_RENAMED: act('files', TextCursorInput),
  JOB_STARTED: act('files', ListTodo),
  JOB_ENDED: act('files', ListChecks),
  JOB_CANCELLED: act('files', ListX),
}

/** The acts of a group. */
export function actsOf(group: ActGroup): AuditAction[] {
  return (Object.keys(acts) as AuditAction[]).filter(action => acts[action].group === group)
}

/** Whether `text` names an act. */
export function isAct(text: string): text is AuditAction {
  return Object.hasOwn(acts, text)
}
