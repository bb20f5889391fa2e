import { chakra } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import { mayCall, type OperationId } from '../../domain/permissions.ts'
import { mayOpen, type Route as Path, routeOf } from '../../domain/roles.ts'
import { securityTexts } from '../../languages/languages.ts'
import {
  bucketTexts,
  dashboardTexts,
  deskTexts,
  eventTexts,
  groupTexts,
  manyPeopleTexts,
  objectTexts,
  previewTexts,
  resultsTexts,
  ssoTexts,
} from '../../languages/screen-texts.ts'
import { closePanel, objectOf, previewAddress, previewOf, searchPath } from '../files/addresses.ts'
import { MainLayout } from '../frame/main-layout.tsx'
import { withMessages } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { onwardAddress } from '../session/next-address.ts'
import { queryClient } from '../session/query-client.ts'
import { askBeforeLeaving, useHeldLocation } from '../shell/leaving.ts'
import { basePath } from '../site/base-path.ts'
import { lazyDialog, lazyPart, lazyScreen } from '../ui/lazy.tsx'
import { FileBrowser, FolderPrefetch } from './prefetch-folder.tsx'

const Buckets = lazyScreen(() => withMessages(import('../buckets/list/buckets-screen.tsx'), bucketTexts))
const BucketDrop = lazyPart(() => withMessages(import('../files/desk/bucket-drop.tsx'), deskTexts))
const Bucket = lazyScreen(() => withMessages(import('../buckets/page/bucket-screen.tsx'), bucketTexts))
const Security = lazyScreen(() =>
  withMessages(import('../security/security-screen.tsx'), securityTexts, bucketTexts),
)
const Profile = lazyScreen(() => withMessages(import('../profile/profile-screen.tsx'), groupTexts))
const SubUsers = lazyScreen(() =>
  withMessages(import('../people/sub-users/sub-users-screen.tsx'), bucketTexts, manyPeopleTexts),
)
const SubUserGroups = lazyScreen(() =>
  withMessages(import('../people/groups/groups-screen.tsx'), bucketTexts, manyPeopleTexts),
)
const Accounts = lazyScreen(() => withMessages(import('../people/accounts/accounts-screen.tsx'), bucketTexts))
const Dashboard = lazyScreen(() =>
  withMessages(import('../dashboard/dashboard-screen.tsx'), dashboardTexts, bucketTexts),
)
const Topics = lazyScreen(() => withMessages(import('../events/topics-screen.tsx'), eventTexts))
const Topic = lazyScreen(() => withMessages(import('../events/topic-screen.tsx'), eventTexts))
const Notifications = lazyScreen(() => withMessages(import('../events/notifications-screen.tsx'), eventTexts))
const Notification = lazyScreen(() => withMessages(import('../events/notification-screen.tsx'), eventTexts))
const Audit = lazyScreen(() =>
  withMessages(import('../audit/audit-screen.tsx'), bucketTexts, securityTexts, groupTexts, ssoTexts),
)
const Results = lazyScreen(() => withMessages(import('../files/results/results-screen.tsx'), resultsTexts))
const Preview = lazyDialog(() => withMessages(import('../files/preview/preview.tsx'), previewTexts))
const ObjectPanel = lazyDialog(() =>
  withMessages(import('../files/panel/object-panel.tsx'), objectTexts, bucketTexts),
)
const PreviewVideo = lazyScreen(() =>
  withMessages(import('../files/preview/preview-video.tsx'), previewTexts),
)
const Denied = lazyScreen(() => import('./denied.tsx'))
const NotFound = lazyScreen(() => import('../ui/not-found.tsx'))

/** The list of buckets, on whose rows files can be dropped. */
function BucketList() {
  return (
    <>
      <Buckets />
      <BucketDrop />
    </>
  )
}

/** The console of a signed-in user: one screen per route, each in its own chunk, behind the guard. */
export default function MainScreens() {
  return (
    <Router base={basePath} hook={useHeldLocation} aroundNav={askBeforeLeaving}>
      <Screens />
    </Router>
  )
}

function Screens() {
  return (
    <QueryClientProvider client={queryClient}>
      <FolderPrefetch />
      <MainLayout>
        <Switch>
          <Route path="/">
            <HomeRedirect />
          </Route>
          <Route path="/change-password-first">
            <Redirect to="/bucket-management" replace />
          </Route>
          <Screen path="/bucket-management" guard="/bucket-management" of={BucketList} />
          <Route path="/bucket-management/-/:bucket/:tab?">
            {({ bucket, tab }) => (
              <Guarded route="/bucket-management">
                <Bucket bucket={bucket} tab={tab} />
              </Guarded>
            )}
          </Route>
          <Route path="/bucket-management/*">
            <Guarded route="/bucket-management">
              <WithObjectPanel>
                <FileBrowser />
              </WithObjectPanel>
              <PreviewRoute />
            </Guarded>
          </Route>
          <Route path={searchPath}>
            <Guarded route="/bucket-management" need="searchObjects">
              <WithObjectPanel>
                <Results />
              </WithObjectPanel>
              <PreviewRoute />
            </Guarded>
          </Route>
          <Screen path="/dashboard" guard="/dashboard" of={Dashboard} />
          <Route path="/dashboard/account/:id">{({ id }) => <AccountDashboard id={id} />}</Route>
          <Screen path="/security/*?" guard="/security" of={Security} />
          <Screen path="/userinfo" guard="/userinfo" of={Profile} />
          <Screen path="/preview-video" guard="/preview-video" of={PreviewVideo} />
          <Route path="/user-management">
            <Guarded route="/user-management">
              <Redirect to="/user-management/sub-user" replace />
            </Guarded>
          </Route>
          <Screen path="/user-management/sub-user" guard="/user-management/sub-user" of={SubUsers} />
          <Screen path="/users" guard="/users" of={OwnUsers} />
          <Screen path="/user-management/groups" guard="/user-management" of={SubUserGroups} />
          <Screen path="/user-management/audit-log" guard="/user-management" of={Audit} />
          <Screen path="/setting" guard="/setting" of={Topics} />
          <Screen path="/setting/notifications" guard="/setting" of={Notifications} />
          <Route path="/setting/notifications/:bucket/:name">
            {({ bucket, name }) => (
              <Guarded route="/setting">
                <Notification bucket={bucket} name={name} />
              </Guarded>
            )}
          </Route>
          <Route path="/setting/topic/:name">
            {({ name }) => (
              <Guarded route="/setting">
                <Topic name={name} />
              </Guarded>
            )}
          </Route>
          <Route>
            <UnknownRoute />
          </Route>
        </Switch>
      </MainLayout>
    </QueryClientProvider>
  )
}

/** `/`: redirects to where the user wanted to go before signing in, or was, or to the buckets. */
function HomeRedirect() {
  const search = useSearch()
  const { id } = useUser()
  return <Redirect to={onwardAddress(search, id)} replace />
}

/** The preview of the file that the address names, over the list. */
function PreviewRoute() {
  const user = useUser()
  const [, navigate] = useLocation()
  const name = previewOf(useSearch())
  if (name === null || !mayCall(user, 'getDownloadUrl')) return null
  return <Preview name={name} onClose={() => navigate(previewAddress(null), { replace: true })} />
}

/** The list of a folder, with the object panel, beside or over it, for the file or folder that the address names. */
function WithObjectPanel({ children }: { children: ReactNode }) {
  const [, navigate] = useLocation()
  const object = objectOf(useSearch())
  return (
    <chakra.div position="absolute" inset="0" display="flex">
      <chakra.div flex="1" minW="0" position="relative">
        {children}
      </chakra.div>
      {object && <ObjectPanel name={object.name} onClose={() => closePanel(navigate)} />}
    </chakra.div>
  )
}

/** A route without parameters; `Switch` reads its `path`. */
function Screen({ path, guard, of: Shown }: { path: string; guard: Path; of: ComponentType }) {
  return (
    <Route path={path}>
      <Guarded route={guard}>
        <Shown />
      </Guarded>
    </Route>
  )
}

function Guarded({ route, need, children }: { route: Path; need?: OperationId; children: ReactNode }) {
  const user = useUser()
  return mayOpen(user, route) && (!need || mayCall(user, need)) ? children : <Denied />
}

/** `/users`: the customers for the super admin, the sub-users for an owner. */
function OwnUsers() {
  return mayCall(useUser(), 'listAccounts') ? (
    <Accounts />
  ) : (
    <Redirect to="/user-management/sub-user" replace />
  )
}

/** Another account's dashboard, for the super admin only. */
function AccountDashboard({ id }: { id: string }) {
  return mayCall(useUser(), 'getDashboardAccount') ? <Dashboard account={id} /> : <Denied />
}

function UnknownRoute() {
  const [path] = useLocation()
  const user = useUser()
  const route = routeOf(path)
  return route && !mayOpen(user, route) ? <Denied /> : <NotFound />
}
